import { formatClock, isoDay } from './time'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * The moment at which the clocks of a zone show `clock` (`23:00`) on a calendar `day` (`2026-12-05`), as ISO text; undefined when
 * either is no such thing. A time that is skipped when clocks go forward is as much later; one that comes twice is the first of
 * the two.
 */
export function instantAt(day: string, clock: string, zone: string): string | undefined {
  const wall = Date.parse(`${day}T${clock}:00Z`)
  if (!/^\d\d:\d\d$/u.test(clock) || Number.isNaN(wall)) return undefined
  const before = offsetAt(wall - DAY, zone)
  const after = offsetAt(wall + DAY, zone)
  const fits = [before, after].map((offset) => wall - offset).filter((at) => at + offsetAt(at, zone) === wall)
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

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const minute = Math.floor(instant / MINUTE) * MINUTE
  const at = new Date(minute)
  return Date.parse(`${isoDay(at, zone)}T${formatClock(at, zone)}:00Z`) - minute
}
