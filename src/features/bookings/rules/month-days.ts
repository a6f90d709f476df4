import { addDays, getWeekday } from './days'

export const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const

/** Returns the weeks of a month such as `2026-12`, Monday first, padded with days of the neighboring months. */
export function listWeeks(month: string): string[][] {
  const first = `${month}-01`
  const monday = addDays(first, 1 - getWeekday(first))
  const weeks: string[][] = []
  for (let start = monday; start.slice(0, 7) <= month; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(start, n)))
  return weeks
}

/** Adds months to a month: `2026-12` plus 1 is `2027-01`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `December 2026` */
export function formatMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}
