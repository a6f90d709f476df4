import { sql } from 'kysely'
import { findCursor, writeCursor } from '~/lib/time-cursor'
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
  const cursor = after === undefined ? undefined : findCursor(after)
  const isClosed = tab === 'closed'
  const at = isClosed ? sql`c.decided_at` : sql`c.created_at`
  const conditions = [
    ...(isClosed ? [sql`c.decided_at is not null`, isFor(caller)] : [isOpenFor(caller)]),
    ...(tab === 'mine' ? [sql`c.taken_by = ${caller.id}`] : []),
    ...(cursor
      ? [
          sql`(${at}, c.id) ${isClosed ? sql`<` : sql`>`} (timestamptz 'epoch' + ${cursor.micros}::bigint * interval '1 microsecond', ${cursor.id}::uuid)`,
        ]
      : []),
  ]
  const { rows } = await sql<CaseRow & { place: number }>`
    select ${caseColumns}, (extract(epoch from ${at}) * 1000000)::bigint as place
    from ${caseTables} where ${sql.join(conditions, sql` and `)}
    order by ${at} ${isClosed ? sql`desc` : sql`asc`}, c.id ${isClosed ? sql`desc` : sql`asc`} limit ${sql.lit(limit + 1)}`.execute(
    context.db,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    cases: shown.map(toSummary),
    nextCursor: last ? writeCursor({ micros: last.place, id: last.id }) : null,
  }
}
