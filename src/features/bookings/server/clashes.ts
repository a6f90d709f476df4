import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { BookingDetail } from '../contract-shapes'
import { addDays } from '../rules/days'
import { AHEAD_MAX_DAYS } from '../rules/booking-limits'
import { getEventDay } from '../rules/set-times'
import { selectBilledEvents, getOwnCalendar, hasOpenDjOffer } from './dj-days'

type Clash = BookingDetail['clashes'][number]

const MOST = 200

/** Lists the DJ's other dates from today on: confirmed bookings, open offers, line-ups of published events, and holds. */
export async function listClashes(
  db: Database,
  booking: { id: string; dj_id: string | null },
  now: Date,
): Promise<Clash[]> {
  if (booking.dj_id === null) return []
  const { today } = await getOwnCalendar(db, booking.dj_id, now)
  const [events, holds, billed] = await Promise.all([
    sql<{ event_date: Date; timezone: string; title: string; location: string; is_agreed: boolean }>`
      select b.event_date, b.timezone, coalesce(e.title, b.event_type) as title, b.location,
        b.status = 'confirmed' as is_agreed
      from bookings b left join events e on e.id = b.event_id
      where b.dj_id = ${booking.dj_id}::uuid and b.id <> ${booking.id}::uuid and b.event_date >= ${addDays(today, -2)}::date
        and (b.status = 'confirmed' or ${hasOpenDjOffer})
      order by b.event_date, b.id limit ${sql.lit(MOST)}`.execute(db),
    sql<{ day: string; note: string }>`
      select day, note from calendar_holds where dj_id = ${booking.dj_id}::uuid and day >= ${today}::date
        and (until is null or until >= ${today}::date) order by day limit ${sql.lit(MOST)}`.execute(db),
    sql<{ id: string; starts_at: Date; timezone: string; title: string; location: string }>`
      select x.id, x.starts_at, x.timezone, x.title, x.location
      from (${selectBilledEvents(booking.dj_id, { from: today, to: addDays(today, AHEAD_MAX_DAYS) })}) x
      where not exists (select from bookings b where b.event_id = x.id and b.dj_id = ${booking.dj_id}::uuid
          and (b.status = 'confirmed' or b.id = ${booking.id}::uuid))
      order by x.starts_at limit ${sql.lit(MOST)}`.execute(db),
  ])
  return [
    ...events.rows.map((event): Clash => ({
      day: getEventDay(event.event_date, event.timezone),
      state: event.is_agreed ? 'booked' : 'held',
      title: event.title,
      location: event.location,
    })),
    ...billed.rows.map((event): Clash => ({
      day: getEventDay(event.starts_at, event.timezone),
      state: 'booked',
      title: event.title,
      location: event.location,
    })),
    ...holds.rows.map(({ day, note }): Clash => ({ day, state: 'held', title: note, location: '' })),
  ]
    .filter(({ day }) => day >= today)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
