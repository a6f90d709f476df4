import { findNextInstant } from '~/lib/local-clock'
import { formatClock } from '~/lib/time'
import { getEventEnd } from './event-end'
import type { FieldProblem, EventTimes } from './event-times'

export interface SetClocks {
  startClock?: string | null | undefined
  endClock?: string | null | undefined
}
/** ISO. */
export interface SetTimes {
  startsAt: string | null
  endsAt: string | null
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The maximum length of a set. A longer one means that its start and end were swapped. */
const MAX_SET_LENGTH = 18 * HOUR
/** How long before the doors open a set can start and still belong to this event. */
const BEFORE_DOORS = 6 * HOUR

/**
 * Converts the clock times of a set to instants of this event: 02:00 is the next morning. `at` is its position on the
 * line-up.
 */
export function toSetTimes(
  { startClock, endClock }: SetClocks,
  { times, timezone, at }: { times: EventTimes; timezone: string; at: number },
): SetTimes | { problem: FieldProblem } {
  if (!startClock) {
    if (!endClock) return { startsAt: null, endsAt: null }
    return { problem: { path: `slots.${at}.startClock`, message: 'Enter when the set starts.' } }
  }
  const startsAt = findSetStart(times, startClock, timezone)
  if (startsAt === undefined)
    return { problem: { path: `slots.${at}.startClock`, message: 'Enter a time such as 23:00.' } }
  if (!endClock) return { startsAt, endsAt: null }
  const endsAt = findNextInstant(startsAt, endClock, timezone)
  if (endsAt === undefined || Date.parse(endsAt) - Date.parse(startsAt) > MAX_SET_LENGTH)
    return { problem: { path: `slots.${at}.endClock`, message: 'The set ends before it starts.' } }
  return { startsAt, endsAt }
}

function findSetStart(times: EventTimes, clock: string, timezone: string): string | undefined {
  const from = Date.parse(times.doorsAt ?? times.startsAt)
  const until = getEventEnd(times).getTime()
  // Search from a millisecond before the doors, so that a set may start exactly then.
  const start = findNextInstant(new Date(from - 1).toISOString(), clock, timezone)
  if (start === undefined || Date.parse(start) < until) return start
  const before = findNextInstant(new Date(Date.parse(start) - DAY - HOUR - 1).toISOString(), clock, timezone)
  return before !== undefined && Date.parse(before) >= from - BEFORE_DOORS ? before : start
}

/**
 * Moves a set to another event with the same clock times; for an event of several days, at the same distance from the
 * start.
 */
export function moveSet(
  set: SetTimes,
  from: { times: EventTimes; timezone: string },
  to: { times: EventTimes; timezone: string },
): SetTimes {
  const toClock = (at: string | null) => (at === null ? null : formatClock(at, from.timezone))
  const end = from.times.endsAt ?? from.times.startsAt
  const isLong = Date.parse(end) - Date.parse(from.times.startsAt) > DAY
  const moved = isLong
    ? undefined
    : toSetTimes(
        { startClock: toClock(set.startsAt), endClock: toClock(set.endsAt) },
        { times: to.times, timezone: to.timezone, at: 0 },
      )
  if (moved && !('problem' in moved)) return moved
  const by = Date.parse(to.times.startsAt) - Date.parse(from.times.startsAt)
  const shift = (at: string | null) => (at === null ? null : new Date(Date.parse(at) + by).toISOString())
  return { startsAt: shift(set.startsAt), endsAt: shift(set.endsAt) }
}
