import { type RawBuilder, sql } from 'kysely'
import { isId } from '~/lib/ids'
import {
  LINES_BY_KIND,
  listLines,
  OWED_ACCOUNT,
  type StatementFilter,
  type StatementLine,
} from '../../rules/statement-line'
import { addMonths, getFirstDay } from '../../rules/statement-month'
import type { OrganizerReads } from '../context'
import { refuse } from '../refuse'

export interface StatementFilters {
  month?: string | undefined
  kind?: StatementFilter | undefined
  event?: string | undefined
  line?: StatementLine | undefined
}

type Row = 't' | 'd'

/** The line of a row with a kind: the transaction `t` or the sum `d`; null for a kind that no line has. */
export const selectLine = (row: Row): RawBuilder<StatementLine | null> =>
  sql`${JSON.stringify(LINES_BY_KIND)}::jsonb ->> ${sql.ref(`${row}.kind`)}`

/** The condition for rows of a month or of all months, where `e` is the event. */
export function isInMonth(
  row: Row,
  organizerId: string,
  { month, kind, event, line }: StatementFilters & { month: string },
): RawBuilder<boolean> {
  const day = sql.ref(`${row}.day`)
  const lines = line === undefined ? listLines(kind) : listLines(kind).filter((shown) => shown === line)
  return sql`e.organizer_id = ${organizerId} and ${event === undefined ? sql`true` : sql`e.id = ${event}`}
    and ${month === 'all' ? sql`true` : sql`${day} >= ${getFirstDay(month)}::date and ${day} < ${getFirstDay(addMonths(month, 1))}::date`}
    and ${kind === undefined && line === undefined ? sql`true` : sql`${selectLine(row)} = any (${lines}::text[])`}`
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

/**
 * Returns today where it is latest among the organizer's events. An event whose time zone was edited can have entries
 * one day later.
 */
export async function findToday({ db, organizerId, now }: OrganizerReads): Promise<string> {
  const { rows } = await sql<{ today: string | null }>`
    select greatest(max((${now}::timestamptz at time zone e.timezone)::date), max(d.day))::text as today
    from events e left join lateral (
      select max(d.day) as day from ledger_days d where d.event_id = e.id and d.account = ${OWED_ACCOUNT}
    ) d on true
    where e.organizer_id = ${organizerId}`.execute(db)
  return rows[0]?.today ?? now.toISOString().slice(0, 10)
}
