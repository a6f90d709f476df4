import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { findPlaceZone } from '~/lib/city-zones'
import { formatIsoDay } from '~/lib/time'
import { isId } from '~/lib/ids'
import type { BookingStatus } from '../rules/booking-policy'
import { addDays, getWeekday } from '../rules/days'
import { getEventDay } from '../rules/set-times'

export interface DjCalendar {
  id: string
  timezone: string
  /** Today in `timezone`. */
  today: string
  /** Weekdays on which the DJ usually plays; 1 is Monday. */
  usualDays: readonly number[]
}

type CalendarColumns = {
  id: string
  timezone: string | null
  location: string | null
  availability_days: number[]
}

/**
 * Returns the calendar of a DJ if the caller may see it: the page is public, it is their own, or they have a booking
 * with this DJ. Returns undefined otherwise, and if the DJ or the caller has blocked the other.
 */
export async function findDjCalendar(
  db: Database,
  djId: string,
  callerId: string | null,
  now: Date,
): Promise<DjCalendar | undefined> {
  if (!isId(djId)) return undefined
  const { rows } = await sql<CalendarColumns>`
    select p.id, p.timezone, p.location, p.availability_days from profiles p
    where p.id = ${djId}::uuid and p.is_dj
      and (p.is_public and not is_suspended(p.id) or p.id = ${callerId}::uuid
        or exists (select from bookings b where b.dj_id = p.id and b.client_id = ${callerId}::uuid))
      and (${callerId}::uuid is null or not is_blocked_between(p.id, ${callerId}::uuid))`.execute(db)
  return rows[0] && toCalendar(rows[0], now)
}

/** Returns the caller's own calendar; members who aren't DJs have no usual days. */
export async function getOwnCalendar(db: Database, userId: string, now: Date): Promise<DjCalendar> {
  const { rows } = await sql<CalendarColumns>`
    select p.id, p.timezone, p.location, case when p.is_dj then p.availability_days else '{}' end as availability_days
    from profiles p where p.id = ${userId}::uuid`.execute(db)
  return toCalendar(rows[0] ?? { id: userId, timezone: null, location: null, availability_days: [] }, now)
}

function toCalendar({ id, timezone, location, availability_days }: CalendarColumns, now: Date): DjCalendar {
  const zone = timezone ?? findPlaceZone(location ?? '') ?? 'UTC'
  return { id, timezone: zone, today: formatIsoDay(now, zone), usualDays: availability_days }
}

export type Taken = 'held' | 'booked'

/** True if the DJ of booking `b` made the latest offer and the client has not answered it. */
export const hasOpenDjOffer = sql<boolean>`(b.status = 'pending' and b.awaiting_id = b.client_id)`

/**
 * Returns the DJ's held and booked days. It leaves out who booked or why, so that every reader may see the result.
 */
export async function readTakenDays(
  db: Database,
  calendar: DjCalendar,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Taken>> {
  const [holds, events] = await Promise.all([
    sql<{ day: string }>`
      select day from calendar_holds where dj_id = ${calendar.id}::uuid
        and day between ${from}::date and ${to}::date and (until is null or until >= ${calendar.today}::date)`.execute(
      db,
    ),
    // Published line-ups count as booked too, because they are public. The day of an event depends on its venue's
    // time zone, so the query includes a few extra days at both ends.
    sql<{ status: BookingStatus; event_date: Date; timezone: string }>`
      select b.status, b.event_date, b.timezone from bookings b where b.dj_id = ${calendar.id}::uuid
        and b.event_date >= ${addDays(from, -2)}::date and b.event_date < ${addDays(to, 3)}::date
        and (b.status in ('confirmed', 'completed') or ${hasOpenDjOffer})
      union all
      select 'confirmed', x.starts_at, x.timezone from (${selectLineUpEvents(calendar.id, { from, to })}) x`.execute(
      db,
    ),
  ])
  const days = new Map<string, Taken>(holds.rows.map(({ day }) => [day, 'held']))
  for (const { status, event_date, timezone } of events.rows) {
    const day = getEventDay(event_date, timezone)
    if (day < from || day > to) continue
    if (status !== 'pending') days.set(day, 'booked')
    else if (!days.has(day)) days.set(day, 'held')
  }
  return days
}

/**
 * Selects published events around these days with this DJ on the accepted line-up: id, title, location, timezone and
 * the start of the set.
 */
export function selectLineUpEvents(djId: string, { from, to }: { from: string; to: string }) {
  return sql`
    select e.id, e.title, e.venue_name, e.location, e.timezone, billed.starts_at
    from (
      select h.id as event_id, h.event_date as starts_at from events h where h.dj_id = ${djId}::uuid
        and not exists (select from line_up_slots o where o.event_id = h.id and o.dj_id = h.dj_id)
      union all
      select l.event_id, coalesce(l.starts_at, n.event_date)
      from line_up_slots l join events n on n.id = l.event_id where l.dj_id = ${djId}::uuid
        and not is_set_cancelled(l.event_id, l.dj_id)
    ) billed
    join events e on e.id = billed.event_id
    where e.is_public and e.event_status = 'published'
      and billed.starts_at >= ${addDays(from, -2)}::date and billed.starts_at < ${addDays(to, 3)}::date`
}

export function isUsualDay({ usualDays, today }: DjCalendar, day: string): boolean {
  return day >= today && usualDays.includes(getWeekday(day))
}
