import type { Currency } from '~/lib/currency'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '~/lib/ids'
import type { Tax } from '~/lib/tax'
import {
  LINES_BY_ACCOUNT,
  listLines,
  type StatementFilter,
  type StatementLine,
} from '../../rules/statement-line'
import { addMonths, getFirstDay } from '../../rules/statement-month'
import type { PersonReads } from '../context'
import { refuse } from '../refused-error'

export interface StatementFilters {
  month?: string | undefined
  kind?: StatementFilter | undefined
  event?: string | undefined
  currency?: Currency | undefined
  line?: StatementLine | undefined
}

/**
 * Selects a person's daily sums as a table: those of their events' `organizer` accounts and of their own `payable`
 * account. Credits are negative.
 */
export const selectOwedDays = (personId: string): RawBuilder<unknown> => sql`(
  select d.event_id, d.account, d.kind, d.day, d.amount, d.currency, d.entries, d.tickets
  from events e join ledger_days d on d.event_id = e.id and d.account = 'organizer' where e.organizer_id = ${personId}
  union all
  select d.event_id, d.account, d.kind, d.day, d.amount, d.currency, d.entries, d.tickets from ledger_days d where d.person_id = ${personId})`

/** The tax of an event: `{ mode, ratePpm }`. */
export const selectTax = (alias: string) =>
  sql<Tax>`json_build_object('mode', ${sql.ref(`${alias}.tax_mode`)}, 'ratePpm', ${sql.ref(`${alias}.tax_ppm`)})`

/**
 * The statement line of a row of `selectOwedDays`, or of an entry with the same columns; null for a kind without a
 * line.
 */
export const lineColumn = sql<StatementLine | null>`${JSON.stringify(LINES_BY_ACCOUNT)}::jsonb -> d.account ->> d.kind`

/** The condition for the rows that a statement of a month, or of `all` months, shows. */
export function isInMonth({
  month,
  kind,
  event,
  currency,
  line,
}: StatementFilters & { month: string }): RawBuilder<boolean> {
  const lines = line === undefined ? listLines(kind) : listLines(kind).filter((shown) => shown === line)
  return sql`d.kind <> 'payout' and ${event === undefined ? sql`true` : sql`d.event_id = ${event}`}
    and ${currency === undefined ? sql`true` : sql`d.currency = ${currency}`}
    and ${month === 'all' ? sql`true` : sql`d.day >= ${getFirstDay(month)}::date and d.day < ${getFirstDay(addMonths(month, 1))}::date`}
    and ${kind === undefined && line === undefined ? sql`true` : sql`${lineColumn} = any (${lines}::text[])`}`
}

/** Whether a person organizes an event or has a share in it. Its managers don't see its money. */
export async function isOwnEvent({ db, personId }: PersonReads, event: string): Promise<boolean> {
  if (!isId(event)) return false
  const { rows } = await sql`
    select from events where id = ${event}::uuid and organizer_id = ${personId}
    union all select from ledger_days where event_id = ${event}::uuid and person_id = ${personId}`.execute(db)
  return rows.length > 0
}

/** Returns the currency of the event, or else of the person's latest event with entries. Dollars without entries. */
export async function findCurrency({ db, personId }: PersonReads, event?: string): Promise<Currency> {
  const { rows } = await sql<{ currency: Currency }>`
    select e.currency from ${selectOwedDays(personId)} d join events e on e.id = d.event_id
    where ${event === undefined ? sql`true` : sql`e.id = ${event}`} order by e.event_date desc, e.id limit 1`.execute(
    db,
  )
  return rows[0]?.currency ?? 'USD'
}

/** @throws NOT_FOUND unless the person organizes the event or has a share in it */
export async function checkOwnEvent(reads: PersonReads, event: string | undefined): Promise<void> {
  if (event !== undefined && !(await isOwnEvent(reads, event))) throw refuse('NOT_FOUND')
}

/**
 * Returns today's date in the westernmost time zone of the organizer's events, or the day of their latest entry if
 * that is later. So a new month begins only once it has an entry or has begun in every time zone of the events.
 */
export async function findToday({ db, personId, now }: PersonReads): Promise<string> {
  const { rows } = await sql<{ today: string | null }>`
    select greatest(
      (select min((${now}::timestamptz at time zone e.timezone)::date) from events e where e.organizer_id = ${personId}),
      (select max(d.day) from ${selectOwedDays(personId)} d))::text as today`.execute(db)
  return rows[0]?.today ?? now.toISOString().slice(0, 10)
}
