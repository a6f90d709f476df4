import type { Bar } from '~/design/chart/bar-chart'
import { formatCount } from '~/lib/count'
import { formatClock, formatShort } from '~/lib/time'
import type { SaleNumbers } from '../../contract-numbers'

const QUARTER_MS = 15 * 60_000
/** Two days of them: a phone that was wrong by a week must not draw a week. */
const MOST = 192

/** From the first quarter in which somebody came in to the last, those without anybody too. */
export function quarterBars(quarters: SaleNumbers['checkIns']['quarters'], timezone: string): Bar[] {
  const [first] = quarters
  const last = quarters.at(-1)
  if (first === undefined || last === undefined) return []
  const start = Date.parse(first.at)
  const count = Math.min(MOST, Math.round((Date.parse(last.at) - start) / QUARTER_MS) + 1)
  const known = new Map(quarters.map((quarter) => [Date.parse(quarter.at), quarter]))
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * QUARTER_MS
    const { tickets, guests } = known.get(at) ?? { tickets: 0, guests: 0 }
    const moment = new Date(at)
    return {
      // With its day: the event has two of them, and where clocks go back two hours of one name.
      name: `${formatShort(moment, timezone)}, ${formatClock(moment, timezone)}${isSecondOfTwo(at, timezone) ? ', again' : ''}`,
      short: formatClock(moment, timezone),
      value: tickets + guests,
      cells: [formatCount(tickets), formatCount(guests)],
    }
  })
}

function isSecondOfTwo(at: number, timezone: string): boolean {
  const words = (moment: number) =>
    `${formatShort(new Date(moment), timezone)} ${formatClock(new Date(moment), timezone)}`
  return words(at) === words(at - 4 * QUARTER_MS)
}
