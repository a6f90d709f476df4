import type { Database } from '~/database/connect'
import { AHEAD_MAX_DAYS } from '../rules/booking-limits'
import { addDays, listMonthDays, findNearestDays } from '../rules/days'
import { type DjCalendar, findDjCalendar, isUsualDay, readTakenDays, type Taken } from './dj-calendar'
import { refuse } from './refused-error'

interface Availability {
  timezone: string
  today: string
  days: { day: string; state: 'free' | Taken }[]
}

/** Returns a month of a DJ's calendar that the caller may see. */
export async function getAvailability(
  db: Database,
  { id, month }: { id: string; month: string },
  callerId: string | null,
  now: Date,
): Promise<Availability> {
  const calendar = await findDjCalendar(db, id, callerId, now)
  if (!calendar) throw refuse('NOT_FOUND')
  const all = listMonthDays(month)
  const taken = await readTakenDays(db, calendar, { from: all[0] ?? '', to: all.at(-1) ?? '' })
  return {
    timezone: calendar.timezone,
    today: calendar.today,
    days: all.flatMap((day) => {
      const state = taken.get(day) ?? (isUsualDay(calendar, day) ? 'free' : undefined)
      return state ? [{ day, state }] : []
    }),
  }
}

const OFFERED = 3
const REACH_DAYS = 90

/** Returns the free days nearest to a day in a calendar that the caller may see. */
export async function getFreeDays(
  db: Database,
  { id, day }: { id: string; day: string },
  callerId: string | null,
  now: Date,
): Promise<string[]> {
  const calendar = await findDjCalendar(db, id, callerId, now)
  if (!calendar) throw refuse('NOT_FOUND')
  return findNearbyFreeDays(db, calendar, day)
}

/**
 * Returns the free days nearest to a day. A DJ who set no usual days is free on every day that isn't held or booked.
 */
export async function findNearbyFreeDays(
  db: Database,
  calendar: DjCalendar,
  wanted: string,
): Promise<string[]> {
  const last = addDays(calendar.today, AHEAD_MAX_DAYS)
  const day = wanted < calendar.today ? calendar.today : wanted > last ? last : wanted
  const [from, to] = [addDays(day, -REACH_DAYS), addDays(day, REACH_DAYS)]
  const taken = await readTakenDays(db, calendar, { from, to })
  const hasUsualDays = calendar.usualDays.length > 0
  // Suggest today only for a request for today, since the requested hour may already be over.
  const earliest = day === calendar.today ? day : addDays(calendar.today, 1)
  return findNearestDays(
    { day, today: earliest, reach: REACH_DAYS, count: OFFERED },
    (near) => !taken.has(near) && (!hasUsualDays || isUsualDay(calendar, near)),
  )
}
