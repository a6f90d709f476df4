import type { Currency } from '~/lib/currency'
import type { Bar } from '~/design/chart/bar-chart'
import { formatMoney } from '~/lib/money'
import { formatDay, formatShortDay, formatIsoDay } from '~/lib/time'
import type { SaleNumbers } from '../../contract-numbers'

export const RANGES = ['7', '28', 'all'] as const
export type Range = (typeof RANGES)[number]

const DAY_MS = 86_400_000
// The most bars that fit on a screen; longer ranges use weeks.
const MAX_BARS = 120

const shiftDay = (day: string, offset: number) =>
  new Date(Date.parse(day) + offset * DAY_MS).toISOString().slice(0, 10)
const countDaysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export interface DayBars {
  bars: Bar[]
  unit: 'day' | 'week'
  tickets: number
}

/** Returns today, or the day of a past event: later weeks have no sales and would push the sales out of the chart. */
export function getLastDay(numbers: {
  event: Pick<SaleNumbers['event'], 'startsAt' | 'timezone' | 'isDateOpen'>
  today: string
}): string {
  const { event, today } = numbers
  const eventDay = formatIsoDay(event.startsAt, event.timezone)
  return !event.isDateOpen && eventDay < today ? eventDay : today
}

/**
 * Returns bars for the days of a range up to today, including days without a sale, with their revenue for the table.
 * `all` starts at the first sale; a range with too many days has one bar per week.
 */
export function createDayBars(
  { days, today, currency }: Pick<SaleNumbers, 'days' | 'today' | 'currency'>,
  range: Range,
): DayBars {
  const first = range === 'all' ? (days[0]?.day ?? today) : shiftDay(today, 1 - Number(range))
  const last = days.at(-1)?.day ?? today
  const end = last > today ? last : today
  const count = countDaysBetween(first, end) + 1
  const size = count > MAX_BARS ? 7 : 1
  const hasMoney = days.every(({ cents }) => cents !== null)
  const sold = new Map(days.map((entry) => [entry.day, entry]))
  const bars = Array.from({ length: Math.ceil(count / size) }, (_, index) => {
    const start = shiftDay(first, index * size)
    const entries = Array.from({ length: size }, (_day, offset) => sold.get(shiftDay(start, offset)))
    return toBar(entries, { start, size, hasMoney, currency })
  })
  return { bars, unit: size === 1 ? 'day' : 'week', tickets: bars.reduce((sum, { value }) => sum + value, 0) }
}

function toBar(
  entries: (SaleNumbers['days'][number] | undefined)[],
  { start, size, hasMoney, currency }: { start: string; size: number; hasMoney: boolean; currency: Currency },
): Bar {
  const name = formatDay(start, 'UTC')
  const cents = entries.reduce((sum, entry) => sum + (entry?.cents ?? 0), 0)
  return {
    name: size === 1 ? name : `Week from ${name}`,
    // Leave out the weekday, so that seven labels fit below one chart.
    short: formatShortDay(start, 'UTC').split(' ').slice(1).join(' '),
    // A day with more refunds than sales is drawn as zero; the table has the figure.
    value: Math.max(
      0,
      entries.reduce((sum, entry) => sum + (entry?.tickets ?? 0), 0),
    ),
    ...(hasMoney ? { cells: [formatMoney(cents, currency)] } : {}),
  }
}
