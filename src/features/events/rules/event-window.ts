/**
 * When people want to go: `tonight`, this `weekend`, or a month as `2026-12`.
 * All are meant in the city of the event, like every time we show: "tonight" in Berlin and "tonight" in Melbourne are
 * different hours. An event ends at six in the morning there, so a set at 02:00 on Saturday still is Friday night.
 */
export type When = 'tonight' | 'weekend' | `${number}-${string}`

const month = /^(20\d\d)-(0[1-9]|1[0-2])$/

export function isWhen(text: string): text is When {
  return text === 'tonight' || text === 'weekend' || month.test(text)
}

export type EventWindow = {
  /** No event outside [from, before) can match, whatever its zone: what the index is asked. */
  from: Date
  before: Date
  /** The local days that match; those of a month are named, first and last included. */
  days: { unit: 'tonight' } | { unit: 'weekend' } | { unit: 'month'; first: string; last: string }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
// Zones reach from UTC-12 to UTC+14.
const FURTHEST_EAST = 14 * HOUR
const FURTHEST_WEST = 12 * HOUR

/** The part of time to look at. Which local day "tonight" is depends on the zone, so the query decides that per event. */
export function eventWindow(when: When, now: Date): EventWindow {
  if (when === 'tonight')
    return { from: now, before: new Date(now.getTime() + DAY), days: { unit: 'tonight' } }
  if (when === 'weekend')
    // From a Monday morning until six on the Monday after it, anywhere.
    return { from: now, before: new Date(now.getTime() + 7 * DAY), days: { unit: 'weekend' } }
  const [year, monthOfYear] = when.split('-').map(Number) as [number, number]
  const start = Date.UTC(year, monthOfYear - 1, 1)
  const end = Date.UTC(year, monthOfYear, 1)
  return {
    from: new Date(Math.max(now.getTime(), start - FURTHEST_EAST)),
    before: new Date(end + FURTHEST_WEST),
    days: { unit: 'month', first: isoDay(start), last: isoDay(end - DAY) },
  }
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The month after this one, for its chip: `{ when: '2026-12', label: 'December' }`. */
export function nextMonth(now: Date): { when: When; label: string } {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { when: first.toISOString().slice(0, 7) as When, label: monthName.format(first) }
}
