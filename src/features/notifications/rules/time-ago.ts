import { formatShortDate, formatIsoDay } from '~/lib/time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Returns how long ago something happened, in the reader's zone: `now`, `9 min`, `4 h`, `Yesterday`, `5 May`, `5 May
 * 2025`.
 */
export function formatTimeAgo(at: string, now: number, zone: string): string {
  const age = now - Date.parse(at)
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  const day = formatIsoDay(at, zone)
  const today = formatIsoDay(new Date(now), zone)
  // Times up to six hours ago are shown in hours, even across midnight, so last evening isn't `Yesterday` yet.
  if (age < 6 * HOUR || day === today) return `${Math.floor(age / HOUR)} h`
  if (day === formatIsoDay(new Date(now - DAY), zone)) return 'Yesterday'
  const [, number, month, year] = formatShortDate(at, zone).split(' ')
  return day.slice(0, 4) === today.slice(0, 4) ? `${number} ${month}` : `${number} ${month} ${year}`
}
