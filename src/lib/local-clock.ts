import { isoDay, offsetAt } from './time'

const DAY = 86_400_000

/**
 * Returns the moment at which the clocks of a zone show `clock` (`23:00`) on a calendar `day` (`2026-12-05`, years 1 to 9999), as
 * ISO text; undefined for text of another form. A time that is skipped when clocks go forward is as much later; one that comes
 * twice is the first of the two.
 */
export function instantAt(day: string, clock: string, zone: string): string | undefined {
  const wall = Date.parse(`${day}T${clock}:00Z`)
  if (!/^\d{4}-/u.test(day) || !/^\d\d:\d\d$/u.test(clock) || Number.isNaN(wall)) return undefined
  const before = offsetAt(new Date(wall - DAY), zone)
  const after = offsetAt(new Date(wall + DAY), zone)
  const fits = [before, after]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(new Date(at), zone) === wall)
  return new Date(fits.length > 0 ? Math.min(...fits) : wall - before).toISOString()
}

/** The first moment after `instant` at which the clocks show this; the same clock is a day later. Undefined for no clock. */
export function nextAt(instant: string, clock: string, zone: string): string | undefined {
  return around(instant, clock, zone).find((at) => at > instant)
}

/** The last moment until `instant` at which the clocks show this; the same clock is that moment itself. */
export function lastAt(instant: string, clock: string, zone: string): string | undefined {
  return around(instant, clock, zone).findLast((at) => at <= instant)
}

function around(instant: string, clock: string, zone: string): string[] {
  const today = isoDay(instant, zone)
  return [-1, 0, 1].flatMap((days) => instantAt(shiftDay(today, days), clock, zone) ?? [])
}

/** `2026-12-31` and 1: `2027-01-01`. */
export function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
}
