import { sql } from 'kysely'
import { walkFrom } from '~/database/time-walk'
import { readTimePage } from '~/lib/list-page'
import { signedIn } from '~/platform/rpc/context'
import type { CaseSummary } from '../../contract-shapes'
import type { ReadContext } from '../context'
import { type CaseRow, caseColumns, caseTables, isFor, isOpenFor, toSummary } from './case-row'

interface ListInput {
  tab: 'open' | 'mine' | 'closed'
  after?: string | undefined
  limit: number
}

/** Lists one tab: open cases by report time, oldest first; closed ones by decision time, newest first. */
export async function listCases(
  context: ReadContext,
  { tab, after, limit }: ListInput,
): Promise<{ cases: CaseSummary[]; nextCursor: string | null }> {
  const caller = signedIn(context)
  const isClosed = tab === 'closed'
  const conditions = [
    ...(isClosed ? [sql`c.decided_at is not null`, isFor(caller)] : [isOpenFor(caller)]),
    ...(tab === 'mine' ? [sql`c.taken_by = ${caller.id}`] : []),
  ]
  const order = isClosed ? { moment: 'decided_at' } : { oldestFirst: true }
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = walkFrom('c', start, conditions, order)
    const { rows } = await sql<CaseRow & { micros: number }>`
      select ${caseColumns}, ${walk.micros} as micros from ${caseTables}
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(context.db)
    return rows
  })
  return { cases: shown.map(toSummary), nextCursor }
}
