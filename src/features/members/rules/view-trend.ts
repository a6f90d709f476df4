const MONTHS = [
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
] as const

/**
 * Returns the UTC dates (`2026-11-21`) of this month so far and of the same days of last month. If last month is
 * shorter, the range ends with its last day.
 */
export function getMonthSoFar(now: Date): {
  first: string
  today: string
  firstBefore: string
  sameDayBefore: string
} {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  const lastOfBefore = new Date(Date.UTC(year, month, 0))
  const day = Math.min(now.getUTCDate(), lastOfBefore.getUTCDate())
  return {
    first: toIsoDate(new Date(Date.UTC(year, month, 1))),
    today: toIsoDate(now),
    firstBefore: toIsoDate(new Date(Date.UTC(year, month - 1, 1))),
    sameDayBefore: toIsoDate(new Date(Date.UTC(year, month - 1, day))),
  }
}

/** Returns `{ percent: 18, since: 'October' }`; null if `before` is 0. */
export function calculateTrend(
  count: number,
  before: number,
  now: Date,
): { percent: number; since: string } | null {
  const since = MONTHS[(now.getUTCMonth() + 11) % 12]
  if (before === 0 || since === undefined) return null
  return { percent: Math.round(((count - before) / before) * 100), since }
}

function toIsoDate(date: Date): string {
  return date.toISOString().slice(0, 10)
}
