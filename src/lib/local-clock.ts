import { formatIsoDay, getUtcOffset } from './time'

const DAY = 86_400_000

/**
 * Returns the instant at which the clocks of a zone show `clock` (`23:00`) on `day` (`2026-12-05`, years 1 to 9999), as
 * ISO text; undefined for other input. A time that daylight saving skips moves forward by the gap. Of a repeated time,
 * the first one counts.
 */
export function findInstant(day: string, clock: string, zone: string): string | undefined {
  const wall = Date.parse(`${day}T${clock}:00Z`)
  if (!/^\d{4}-/u.test(day) || !/^\d\d:\d\d$/u.test(clock) || Number.isNaN(wall)) return undefined
  const before = getUtcOffset(new Date(wall - DAY), zone)
  const after = getUtcOffset(new Date(wall + DAY), zone)
  const fits = [before, after]
    .map((offset) => wall - offset)
    .filter((at) => at + getUtcOffset(new Date(at), zone) === wall)
  return new Date(fits.length > 0 ? Math.min(...fits) : wall - before).toISOString()
}

/**
 * Returns the first instant after `instant` at which the clocks show this time. If they show it at `instant` itself,
 * that is a day later. Undefined for an invalid time.
 */
export function findNextInstant(instant: string, clock: string, zone: string): string | undefined {
  return listInstantsAround(instant, clock, zone).find((at) => at > instant)
}

/** Returns the last instant up to and including `instant` at which the clocks show this time. */
export function findLastInstant(instant: string, clock: string, zone: string): string | undefined {
  return listInstantsAround(instant, clock, zone).findLast((at) => at <= instant)
}

function listInstantsAround(instant: string, clock: string, zone: string): string[] {
  const today = formatIsoDay(instant, zone)
  return [-1, 0, 1].flatMap((days) => findInstant(addDaysToDate(today, days), clock, zone) ?? [])
}

/** Adds days to a date: `2026-12-31` and 1 give `2027-01-01`. */
export function addDaysToDate(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
}
