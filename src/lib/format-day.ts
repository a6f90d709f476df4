import { formatLongAge } from './age'
import { formatShortDate, formatIsoDay } from './time'

const DAY = 86_400_000

/** `Today`, `Yesterday`, `5 May`, `5 May 2025` in the reader's zone. `now` in milliseconds since 1970. */
export function formatDayLabel(at: string, now: number, zone: string): string {
  const day = formatIsoDay(at, zone)
  const today = formatIsoDay(new Date(now), zone)
  if (day === today) return 'Today'
  if (day === formatIsoDay(new Date(now - DAY), zone)) return 'Yesterday'
  return formatDateLabel(at, now, zone)
}

/** `5 May`, with the year if it isn't the current one. */
export function formatDateLabel(at: string, now: number, zone: string): string {
  const [, number, month, year] = formatShortDate(at, zone).split(' ')
  const isThisYear = formatIsoDay(at, zone).slice(0, 4) === formatIsoDay(new Date(now), zone).slice(0, 4)
  return isThisYear ? `${number} ${month}` : `${number} ${month} ${year}`
}

/** Formats an age in words: `under a minute ago`, `2 minutes ago`, `3 weeks ago`. */
export function formatAgo(at: string, now: number): string {
  return `${formatLongAge(at, now)} ago`
}
