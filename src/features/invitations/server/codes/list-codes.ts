import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { type TimeOrder, orderByTime } from '~/database/time-order'
import { type PageInput, readTimePage } from '~/lib/list-page'
import type { CodeList } from '../../contract-codes'
import type { InvitationStatus } from '../../rules/invitation-code'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import type { ReadContext } from '../context'
import { findCodes } from './find-codes'

const PAGE = 25

export interface CodeSearch extends PageInput {
  q?: string | undefined
  status?: InvitationStatus | undefined
}

/** Lists a page of codes, newest first. The cost does not depend on the position or the total. */
export async function listCodes(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { q = '', status, after, before }: CodeSearch,
  limit = PAGE,
): Promise<CodeList> {
  const { shown, ...page } = await readTimePage({ after, before }, limit, async (start, most) => {
    const walk = orderByTime('i', start, [hasStatus(status, now())])
    return readCodes(db, await findCodes(db, { q, walk, rows: most }), walk, most)
  })
  return { codes: shown.map((row) => toCode(row, now())), ...page }
}

async function readCodes(
  db: Database,
  ids: RawBuilder<{ id: string }>,
  { order, micros }: TimeOrder,
  most: number,
) {
  const { rows } = await sql<CodeRow & { micros: number }>`
    select ${codeColumns}, ${micros} as micros
    from (select i.id from (${ids}) i order by ${order} limit ${sql.lit(most)}) found
      join invitations i using (id) ${withPeople}
    order by ${order}`.execute(db)
  return rows
}

/** Literals, not parameters, so that the planner finds the index with the list order. */
function hasStatus(status: InvitationStatus | undefined, now: Date): RawBuilder<boolean> {
  if (status === undefined) return sql`true`
  if (status !== 'pending') return sql`i.status = ${sql.lit(status)}`
  return sql`i.status = 'pending' and (i.expires_at is null or i.expires_at > ${now})`
}
