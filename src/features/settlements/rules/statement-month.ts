const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/u

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Whether a text is a month such as `2026-12`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

/** Returns the month before or after: `addMonths('2026-12', 1)` -> `2027-01`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Lists the months from the first to the last one, the latest first. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last; month >= first; month = addMonths(month, -1)) months.push(month)
  return months
}

/** Returns the first day of a month: `2026-12-01`. */
export function getFirstDay(month: string): string {
  return `${month}-01`
}

/** Returns the last day of a month: `2026-12-31`. */
export function getLastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}

/** Whether a month is over in every time zone, so that its statement is final: 12 hours after its end in UTC. */
export function isMonthOver(month: string, now: Date): boolean {
  return now.getTime() >= Date.parse(`${getFirstDay(addMonths(month, 1))}T12:00:00Z`)
}

/** `December`, from `2026-12` */
export function formatMonthName(month: string): string {
  return names[Number(month.slice(5, 7)) - 1] ?? month
}

/** `December 2026` */
export function formatMonth(month: string): string {
  return `${formatMonthName(month)} ${month.slice(0, 4)}`
}

/** `14 Dec`, from `2026-12-14` */
export function formatDayOfMonth(day: string): string {
  return `${Number(day.slice(8, 10))} ${formatMonthName(day).slice(0, 3)}`
}

/** `1–11 Dec`, or `13 Dec` for a single day. Both days are in the same month. */
export function formatDayRange(first: string, last: string): string {
  return first === last ? formatDayOfMonth(first) : `${Number(first.slice(8, 10))}–${formatDayOfMonth(last)}`
}
