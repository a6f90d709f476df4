import { type RawBuilder, sql } from 'kysely'
import { isId } from '~/lib/ids'
import {
  LINES_BY_KIND,
  listLines,
  OWED_ACCOUNT,
  type StatementFilter,
  type StatementLine,
} from '../../rules/statement-line'
import { addMonths } from '../../rules/statement-month'
import type { OrganizerReads } from '../context'
import { refuse } from '../refuse'

export interface StatementFilters {
  month?: string | undefined
  kind?: StatementFilter | undefined
  event?: string | undefined
  line?: StatementLine | undefined
}

export const isOwed = sql`l.account = ${OWED_ACCOUNT}`

/** The line of the entry `l` of the transaction `t`; null for a kind that no line has. */
export const lineColumn = sql<StatementLine | null>`${JSON.stringify(LINES_BY_KIND)}::jsonb ->> t.kind`

/** Tickets that the entry `l` of the transaction `t` is about. */
export const ticketsColumn = sql<number>`
  case t.kind
    when 'sale' then (select coalesce(sum(i.quantity), 0) from order_items i where i.order_id = t.order_id)
    when 'refund' then (select count(*) from tickets k where k.refund_id = split_part(t.source, ':', 2)::uuid)
    else 0 end::integer`

/** The moment at which a month begins where the event `e` is. */
export const monthStart = (month: string): RawBuilder<Date> =>
  sql`(${`${month}-01`}::timestamp at time zone e.timezone)`

/**
 * The clauses `from` and `where` for the organizer's entries of a month: `e` is the event, `t` the transaction, `l` the entry.
 */
export function selectOwedEntries(
  organizerId: string,
  { month, kind, event, line }: StatementFilters & { month: string },
): RawBuilder<unknown> {
  const lines = line === undefined ? listLines(kind) : listLines(kind).filter((shown) => shown === line)
  return sql`
    from events e join ledger_transactions t on t.event_id = e.id
      and t.posted_at >= ${monthStart(month)} and t.posted_at < ${monthStart(addMonths(month, 1))}
    join ledger_entries l on l.transaction_id = t.id and ${isOwed}
    where e.organizer_id = ${organizerId} and ${event === undefined ? sql`true` : sql`e.id = ${event}`}
      and ${kind === undefined && line === undefined ? sql`true` : sql`${lineColumn} = any (${lines}::text[])`}`
}

/** Whether an event has this organizer. Its managers don't see its money. */
export async function isOwnEvent({ db, organizerId }: OrganizerReads, event: string): Promise<boolean> {
  if (!isId(event)) return false
  const query = db.selectFrom('events').select('id').where('id', '=', event)
  return (await query.where('organizer_id', '=', organizerId).executeTakeFirst()) !== undefined
}

/** @throws NOT_FOUND for an event of another organizer */
export async function checkOwnEvent(reads: OrganizerReads, event: string | undefined): Promise<void> {
  if (event !== undefined && !(await isOwnEvent(reads, event))) throw refuse('NOT_FOUND')
}

/** Returns today where it is latest among the organizer's events, so that no entry is in the future. */
export async function findToday({ db, organizerId, now }: OrganizerReads): Promise<string> {
  const { rows } = await sql<{ today: string | null }>`
    select max((${now}::timestamptz at time zone e.timezone)::date)::text as today
    from events e where e.organizer_id = ${organizerId}`.execute(db)
  return rows[0]?.today ?? now.toISOString().slice(0, 10)
}
