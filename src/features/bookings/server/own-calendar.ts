import { sql } from 'kysely'
import { formatClock, formatShortDay } from '~/lib/time'
import { requireCaller } from '~/platform/rpc/context'
import type { CalendarEntry } from '../contract-shapes'
import { addDays, listMonthDays } from '../rules/days'
import { getEventDay } from '../rules/set-times'
import type { Context } from './context'
import { selectLineUpEvents, getOwnCalendar, isUsualDay, readTakenDays } from './dj-calendar'

interface BilledRow {
  id: string
  title: string
  venue_name: string
  location: string
  timezone: string
  starts_at: Date
}

interface EventRow {
  id: string
  title: string
  location: string
  status: 'pending' | 'confirmed' | 'completed'
  event_date: Date
  timezone: string
  awaits_you: boolean
}

/** Returns a month of the caller's calendar: bookings on either side, published line-ups, and holds. */
export async function getOwnCalendarMonth(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { month }: { month: string },
): Promise<{ timezone: string; today: string; entries: CalendarEntry[]; freeDays: string[] }> {
  const callerId = requireCaller(context).id
  const all = listMonthDays(month)
  const [from, to] = [all[0] ?? '', all.at(-1) ?? '']
  const own = await getOwnCalendar(context.db, callerId, context.now())
  const [events, holds, billed, taken] = await Promise.all([
    sql<EventRow>`
      select b.id, coalesce(e.title, b.event_type) as title, b.location, b.status, b.event_date, b.timezone,
        b.awaiting_id is not distinct from ${callerId}::uuid as awaits_you
      from bookings b left join events e on e.id = b.event_id
      where (b.client_id = ${callerId}::uuid or b.dj_id = ${callerId}::uuid)
        and b.status <> 'cancelled'
        and b.event_date >= ${addDays(from, -2)}::date and b.event_date < ${addDays(to, 3)}::date
      order by b.event_date, b.id`.execute(context.db),
    sql<{ day: string; note: string; until: string | null }>`
      select day, note, until from calendar_holds where dj_id = ${callerId}::uuid
        and day between ${from}::date and ${to}::date and (until is null or until >= ${own.today}::date)
      order by day`.execute(context.db),
    sql<BilledRow>`
      select x.* from (${selectLineUpEvents(callerId, { from, to })}) x
      where not exists (select from bookings b
        where b.event_id = x.id and b.dj_id = ${callerId}::uuid and b.status <> 'cancelled')
      order by x.starts_at, x.id`.execute(context.db),
    readTakenDays(context.db, own, { from, to }),
  ])
  const entries = [
    ...holds.rows.map(toHoldEntry),
    ...events.rows.map(toBookingEntry),
    ...billed.rows.map(toLineUpEntry),
  ]
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const busy = new Set(entries.map(({ day }) => day))
  const freeDays = all.filter((day) => isUsualDay(own, day) && !busy.has(day) && !taken.has(day))
  return { timezone: own.timezone, today: own.today, entries, freeDays }
}

function toLineUpEntry({ id, title, venue_name, location, starts_at, timezone }: BilledRow): CalendarEntry {
  return {
    day: getEventDay(starts_at, timezone),
    state: 'confirmed',
    bookingId: null,
    eventId: id,
    title,
    detail: [venue_name, location].filter(Boolean).join(', '),
    time: formatClock(starts_at, timezone),
    awaitsYou: false,
    until: null,
  }
}

function toBookingEntry(row: EventRow): CalendarEntry {
  return {
    day: getEventDay(row.event_date, row.timezone),
    state: row.status,
    bookingId: row.id,
    eventId: null,
    title: row.title,
    detail: row.location,
    time: formatClock(row.event_date, row.timezone),
    awaitsYou: row.status === 'pending' && row.awaits_you,
    until: null,
  }
}

function toHoldEntry({
  day,
  note,
  until,
}: {
  day: string
  note: string
  until: string | null
}): CalendarEntry {
  return {
    day,
    state: 'held',
    bookingId: null,
    eventId: null,
    title: note === '' ? 'On hold' : note,
    detail: until === null ? '' : `until ${formatShortDay(`${until}T12:00:00Z`, 'UTC')}`,
    time: null,
    awaitsYou: false,
    until,
  }
}
