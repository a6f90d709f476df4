import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { CodeList } from '../../contract-codes'
import type { InvitationStatus } from '../../rules/invitation-code'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import type { ReadContext } from '../context'
import { pageOf, readStart, type Walk, walkFrom } from '../page-of'
import { findCodes } from './find-codes'

/** Rows of a page on the screen. */
const PAGE = 25

export interface CodeSearch {
  q?: string | undefined
  status?: InvitationStatus | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Newest first. A page costs the same wherever it is and however many there are. */
export async function listCodes(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { q = '', status, after, before }: CodeSearch,
  limit = PAGE,
): Promise<CodeList> {
  const start = readStart({ after, before })
  const walk = walkFrom('i', start, [hasStatus(status, now())])
  const rows = await readCodes(db, await findCodes(db, { q, walk, rows: limit + 1 }), walk, limit + 1)
  const { shown, ...page } = pageOf(rows, start, limit)
  return { codes: shown.map((row) => toCode(row, now())), ...page }
}

async function readCodes(
  db: Database,
  ids: RawBuilder<{ id: string }>,
  { order, micros }: Walk,
  most: number,
) {
  const { rows } = await sql<CodeRow & { micros: number }>`
    select ${codeColumns}, ${micros} as micros
    from (select i.id from (${ids}) i order by ${order} limit ${sql.lit(most)}) found
      join invitations i using (id) ${withPeople}
    order by ${order}`.execute(db)
  return rows
}

/** Words in the statement, not parameters: only so does the planner see which index has the order. */
function hasStatus(status: InvitationStatus | undefined, now: Date): RawBuilder<boolean> {
  if (status === undefined) return sql`true`
  if (status !== 'pending') return sql`i.status = ${sql.lit(status)}`
  return sql`i.status = 'pending' and (i.expires_at is null or i.expires_at > ${now})`
}
