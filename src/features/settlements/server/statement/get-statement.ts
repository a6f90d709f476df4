import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { getEventEndSql } from '~/features/events/server/public'
import { listUndecidedDisputes } from '~/features/orders/server/public'
import type { statement, statementLine } from '../../contract'
import { calculateLineTax } from '../../rules/line-tax'
import { STATEMENT_LINES } from '../../rules/statement-line'
import { getFirstDay, getLastDay } from '../../rules/statement-month'
import type { PersonReads } from '../context'
import {
  checkOwnEvent,
  findCurrency,
  findToday,
  isInMonth,
  lineColumn,
  selectOwedDays,
  selectTax,
  type StatementFilters,
} from './statement-queries'

type Statement = z.input<typeof statement>
type Line = z.input<typeof statementLine>
type EventOfStatement = Statement['events'][number]['event']
type Sum = Pick<Line, 'firstDay' | 'lastDay' | 'cents' | 'entries' | 'tickets'> & {
  eventId: string
  line: Line['line'] | null
}

/**
 * Returns a person's entries of a month, summed by event and line. A filtered statement has no balances.
 * @throws NOT_FOUND for an event of other people
 */
export async function getStatement(reads: PersonReads, filters: StatementFilters): Promise<Statement> {
  await checkOwnEvent(reads, filters.event)
  const today = await findToday(reads)
  const currentMonth = today.slice(0, 7)
  const month = filters.month ?? currentMonth
  const currency = filters.currency ?? (await findCurrency(reads, filters.event))
  const isFiltered = filters.kind !== undefined || filters.event !== undefined
  const sums = await listSums(reads, { ...filters, currency, month })
  const disputes = await listDisputes(reads, { ...filters, month })
  const events = await listEvents(reads, [...new Set(sums.map(({ eventId }) => eventId))])
  const { openingCents, firstMonth } = await getOpening(reads, month, currency)
  let balance = openingCents
  const groups = events.map((event) => {
    const lines = sums
      .filter(({ eventId }) => eventId === event.id)
      .map(({ eventId: _event, line, ...sum }) => {
        if (line === null) throw new Error(`Entries of the event ${event.id} belong to no line`)
        balance += sum.cents
        const open = disputes.filter((dispute) => dispute.eventId === event.id && dispute.line === line)
        return {
          ...sum,
          line,
          openDisputes: open.length,
          evidenceDueBy: open.find(({ dueBy }) => dueBy !== null)?.dueBy ?? null,
          balanceCents: isFiltered ? null : balance,
        }
      })
    return { event, cents: sumCents(lines), lines }
  })
  return {
    month,
    currency,
    currentMonth,
    firstMonth,
    openingCents: isFiltered ? null : openingCents,
    closingCents: isFiltered ? null : balance,
    closingDay: month === currentMonth ? today : getLastDay(month),
    cents: sumCents(groups),
    events: groups,
  }
}

/** Returns the sums of each line over all events of a statement, in the order of the lines. */
export function sumLines({ events }: Pick<Statement, 'events'>) {
  const rows = events.flatMap(({ event, lines }) =>
    lines.map((row) => ({ ...row, taxCents: calculateLineTax(row, event.tax) })),
  )
  return STATEMENT_LINES.flatMap((line) => {
    const own = rows.filter((row) => row.line === line)
    if (own.length === 0) return []
    const sum = (field: 'cents' | 'entries' | 'tickets' | 'taxCents') =>
      own.reduce((total, row) => total + row[field], 0)
    return [
      {
        line,
        cents: sum('cents'),
        entries: sum('entries'),
        tickets: sum('tickets'),
        taxCents: sum('taxCents'),
      },
    ]
  })
}

function sumCents(parts: readonly { cents: number }[]): number {
  return parts.reduce((sum, { cents }) => sum + cents, 0)
}

/** Lists the sums of each event in the order of its lines. */
async function listSums(
  { db, personId }: PersonReads,
  filters: StatementFilters & { month: string },
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select x.* from (
      select d.event_id as "eventId", ${lineColumn} as line, min(d.day)::text as "firstDay", max(d.day)::text as "lastDay",
        (-sum(d.amount))::float8 as cents, sum(d.entries)::integer as entries, sum(d.tickets)::integer as tickets
      from ${selectOwedDays(personId)} d where ${isInMonth(filters)} group by 1, 2
    ) x order by array_position(${[...STATEMENT_LINES]}::text[], x.line)`.execute(db)
  return rows
}

interface LineDispute {
  eventId: string
  line: Line['line'] | null
  dueBy: Date | null
}

/**
 * Lists the undecided disputes whose amount or fee is among the entries, grouped by event and line, the next
 * deadline first.
 */
async function listDisputes(
  { db, personId }: PersonReads,
  { currency: _currency, ...filters }: StatementFilters & { month: string },
): Promise<LineDispute[]> {
  const disputes = await listUndecidedDisputes(db, personId)
  const { rows } = await sql<{ eventId: string; orderId: string; line: Line['line'] | null }>`
    select distinct d.event_id as "eventId", d.order_id as "orderId", ${lineColumn} as line
    from (select t.*, 'organizer' as account from ledger_transactions t
      where t.order_id = any (${disputes.map(({ orderId }) => orderId)}::uuid[]) and t.kind in ('dispute', 'dispute_fee')) d
    where ${isInMonth(filters)}`.execute(db)
  return disputes.flatMap(({ orderId, canRespond, dueBy }) =>
    rows
      .filter((row) => row.orderId === orderId)
      .map(({ eventId, line }) => ({ eventId, line, dueBy: canRespond ? dueBy : null })),
  )
}

async function listEvents(
  { db, now }: { db: Database; now: Date },
  ids: readonly string[],
): Promise<EventOfStatement[]> {
  const { rows } = await sql<EventOfStatement>`
    select e.id, e.title, e.featured_image_url as "imageUrl", e.event_date as "startsAt", e.timezone,
      e.is_date_open as "isDateOpen", e.event_status as status, ${selectTax('e')} as tax,
      not e.is_date_open and ${getEventEndSql('e')} < ${now} as "isPast"
    from events e where e.id = any (${[...ids]}::uuid[]) order by e.event_date, e.id`.execute(db)
  return rows
}

/** Returns the amount that the person was owed when the month began, and the month of their oldest entry. */
async function getOpening(
  { db, personId }: PersonReads,
  month: string,
  currency: Currency,
): Promise<{ openingCents: number; firstMonth: string | null }> {
  const { rows } = await sql<{ openingCents: number; firstMonth: string | null }>`
    select coalesce(-sum(d.amount) filter (where d.day < ${getFirstDay(month)}::date), 0)::float8 as "openingCents",
      to_char(min(d.day), 'YYYY-MM') as "firstMonth"
    from ${selectOwedDays(personId)} d where d.currency = ${currency}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The ledger returned no balance')
  return row
}
