import { findInstant, findLastInstant, findNextInstant } from '~/lib/local-clock'
import { formatClock, formatIsoDay } from '~/lib/time'

/** Event times as entered: a day and local clock times. */
export interface EventClocks {
  date: string
  startClock: string
  doorsClock: string | null
  endClock: string | null
  timezone: string
}

/** Event times as instants, in ISO 8601. */
export interface EventTimes {
  startsAt: string
  doorsAt: string | null
  endsAt: string | null
}

export interface FieldProblem {
  path: string
  message: string
}

const HOUR = 3_600_000
const MAX_DOORS_LEAD = 12 * HOUR
const MAX_YEARS_AHEAD = 5

/**
 * Converts clock times to instants: an end after midnight is on the next morning, doors are before the start. Returns
 * the problems by field if invalid.
 */
export function toEventTimes(clocks: EventClocks, now: Date): EventTimes | { problems: FieldProblem[] } {
  const { date, startClock, doorsClock, endClock, timezone } = clocks
  const startsAt = findInstant(date, startClock, timezone)
  if (startsAt === undefined) return { problems: [{ path: 'date', message: 'Choose a day.' }] }
  const year = Number(date.slice(0, 4))
  if (year < 2000 || year > now.getUTCFullYear() + MAX_YEARS_AHEAD)
    return { problems: [{ path: 'date', message: `Choose a day within the next ${MAX_YEARS_AHEAD} years.` }] }
  const problems: FieldProblem[] = []
  const doorsAt = doorsClock === null ? null : (findLastInstant(startsAt, doorsClock, timezone) ?? null)
  if (doorsAt !== null && Date.parse(startsAt) - Date.parse(doorsAt) > MAX_DOORS_LEAD)
    problems.push({
      path: 'doorsClock',
      message: 'Doors must open before the start, at most twelve hours earlier.',
    })
  const endsAt = endClock === null ? null : (findNextInstant(startsAt, endClock, timezone) ?? null)
  if (endClock !== null && endClock === startClock)
    problems.push({
      path: 'endClock',
      message: 'The end time is the same as the start time. Choose a later end.',
    })
  return problems.length > 0 ? { problems } : { startsAt, doorsAt, endsAt }
}

export function toEventClocks(times: EventTimes, timezone: string): EventClocks {
  const toClock = (at: string | null) => (at === null ? null : formatClock(at, timezone))
  return {
    date: formatIsoDay(times.startsAt, timezone),
    startClock: formatClock(times.startsAt, timezone),
    doorsClock: toClock(times.doorsAt),
    endClock: toClock(times.endsAt),
    timezone,
  }
}

/**
 * Changes the day, time zone or clock times; other fields keep their clock times. An event of several days (a festival)
 * keeps its length until its end is changed.
 */
export function changeEventTimes(
  times: EventTimes,
  timezone: string,
  { changes, now }: { changes: Partial<EventClocks>; now: Date },
): EventTimes | { problems: FieldProblem[] } {
  const before = toEventClocks(times, timezone)
  const length = times.endsAt === null ? 0 : Date.parse(times.endsAt) - Date.parse(times.startsAt)
  const keepsDays = length >= 24 * HOUR && changes.endClock === undefined
  const next = toEventTimes({ ...before, ...changes, ...(keepsDays ? { endClock: null } : {}) }, now)
  if ('problems' in next || !keepsDays) return next
  return { ...next, endsAt: new Date(Date.parse(next.startsAt) + length).toISOString() }
}
