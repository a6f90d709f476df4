import { findInstant, addDaysToDate } from '~/lib/local-clock'
import { formatClock, formatIsoDay } from '~/lib/time'

/** Returns the same weekday and clock time at the venue, at least a week later and in the future. ISO. */
export function getDuplicateStart(startsAt: string, timezone: string, now: Date): string {
  const clock = formatClock(startsAt, timezone)
  const weeksBehind = Math.ceil((now.getTime() - Date.parse(startsAt)) / (7 * 86_400_000))
  for (let weeks = Math.max(1, weeksBehind); ; weeks += 1) {
    const next = findInstant(addDaysToDate(formatIsoDay(startsAt, timezone), weeks * 7), clock, timezone)
    if (next === undefined) return startsAt
    if (Date.parse(next) > now.getTime()) return next
  }
}
