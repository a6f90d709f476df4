/**
 * A period to search: `tonight`, this `weekend`, or a month such as `2026-12`. Each is in the city of the event, like
 * every time we show: "tonight" in Berlin and "tonight" in Melbourne are different hours. An event day ends at 06:00
 * there, so a set at 02:00 on Saturday still belongs to Friday.
 */
export type DateFilter = 'tonight' | 'weekend' | `${number}-${string}`

const month = /^(20\d\d)-(0[1-9]|1[0-2])$/

export function isDateFilter(text: string): text is DateFilter {
  return text === 'tonight' || text === 'weekend' || month.test(text)
}

export type EventWindow = {
  /** Instants that limit the index scan: no event outside [from, before) matches in any time zone. */
  from: Date
  before: Date
  /** The local days that match; for a month the first and the last day. */
  days: { unit: 'tonight' } | { unit: 'weekend' } | { unit: 'month'; first: string; last: string }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
// Time zones range from UTC-12 to UTC+14.
const FURTHEST_EAST = 14 * HOUR
const FURTHEST_WEST = 12 * HOUR

/**
 * Returns the period to search. The local day of "tonight" depends on the time zone, so the query decides it per event.
 */
export function getEventWindow(filter: DateFilter, now: Date): EventWindow {
  if (filter === 'tonight')
    return { from: now, before: new Date(now.getTime() + DAY), days: { unit: 'tonight' } }
  if (filter === 'weekend')
    // Covers any weekend from now on: at most seven days.
    return { from: now, before: new Date(now.getTime() + 7 * DAY), days: { unit: 'weekend' } }
  const [year, monthOfYear] = filter.split('-').map(Number) as [number, number]
  const start = Date.UTC(year, monthOfYear - 1, 1)
  const end = Date.UTC(year, monthOfYear, 1)
  return {
    from: new Date(Math.max(now.getTime(), start - FURTHEST_EAST)),
    before: new Date(end + FURTHEST_WEST),
    days: { unit: 'month', first: toIsoDay(start), last: toIsoDay(end - DAY) },
  }
}

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** Returns next month and the label of its chip: `{ date: '2026-12', label: 'December' }`. */
export function getNextMonth(now: Date): { date: DateFilter; label: string } {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { date: first.toISOString().slice(0, 7) as DateFilter, label: monthName.format(first) }
}
