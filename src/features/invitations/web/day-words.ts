import { formatShortDate, isoDay } from '~/lib/time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `Today`, `Yesterday`, `5 May`, `5 May 2025` in the reader's zone. `now` in milliseconds since 1970. */
export function dayWords(at: string, now: number, zone: string): string {
  const day = isoDay(at, zone)
  const today = isoDay(new Date(now), zone)
  if (day === today) return 'Today'
  if (day === isoDay(new Date(now - DAY), zone)) return 'Yesterday'
  return dateWords(at, now, zone)
}

/** `5 May`, with its year where that is another one. */
export function dateWords(at: string, now: number, zone: string): string {
  const [, number, month, year] = formatShortDate(at, zone).split(' ')
  const isThisYear = isoDay(at, zone).slice(0, 4) === isoDay(new Date(now), zone).slice(0, 4)
  return isThisYear ? `${number} ${month}` : `${number} ${month} ${year}`
}

/** `just now`, `2 minutes ago`, `3 hours ago`, `4 days ago`; after a month the date. */
export function agoWords(at: string, now: number, zone: string): string {
  const age = now - Date.parse(at)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return counted(age / MINUTE, 'minute')
  if (age < DAY) return counted(age / HOUR, 'hour')
  if (age < 31 * DAY) return counted(age / DAY, 'day')
  return `on ${dateWords(at, now, zone)}`
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${whole === 1 ? unit : `${unit}s`} ago`
}
