import type { Bar } from '~/design/chart/bar-chart'
import { formatCount } from '~/lib/count'
import { formatClock, formatShort } from '~/lib/time'
import type { SaleNumbers } from '../../contract-numbers'

const QUARTER_MS = 15 * 60_000
/**
 * The maximum number of bars of a quarter of an hour: two days. A phone clock that is a week off must not add a week
 * of bars.
 */
const MAX_QUARTERS = 192

/** Returns bars from the first quarter of an hour with a check-in to the last, including empty ones. */
export function createQuarterBars(quarters: SaleNumbers['checkIns']['quarters'], timezone: string): Bar[] {
  const [first] = quarters
  const last = quarters.at(-1)
  if (first === undefined || last === undefined) return []
  const start = Date.parse(first.at)
  const count = Math.min(MAX_QUARTERS, Math.round((Date.parse(last.at) - start) / QUARTER_MS) + 1)
  const known = new Map(quarters.map((quarter) => [Date.parse(quarter.at), quarter]))
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * QUARTER_MS
    const { tickets, guests } = known.get(at) ?? { tickets: 0, guests: 0 }
    const moment = new Date(at)
    return {
      // Includes the day: the event spans two, and an hour may occur twice at the end of daylight saving time.
      name: `${formatShort(moment, timezone)}, ${formatClock(moment, timezone)}${isRepeatedClockTime(at, timezone) ? ', again' : ''}`,
      short: formatClock(moment, timezone),
      value: tickets + guests,
      cells: [formatCount(tickets), formatCount(guests)],
    }
  })
}

function isRepeatedClockTime(at: number, timezone: string): boolean {
  const formatMoment = (moment: number) =>
    `${formatShort(new Date(moment), timezone)} ${formatClock(new Date(moment), timezone)}`
  return formatMoment(at) === formatMoment(at - 4 * QUARTER_MS)
}
