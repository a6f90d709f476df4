import { formatClock, formatShortDate, formatShortDay, formatIsoDay } from '~/lib/time'

/** Formats the day of `at` in an IANA zone: `Today`, `Yesterday`, `Fri 14 Nov`, with the year if it is not this year. */
export function formatDayLabel(at: string, now: Date, zone: string): string {
  const day = formatIsoDay(at, zone)
  const today = formatIsoDay(now, zone)
  if (day === today) return 'Today'
  if (day === getPreviousDay(today)) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(at, zone) : formatShortDate(at, zone)
}

/** Formats a date with its time: `Sat 21 Nov 2026, 21:04`. */
export function formatFullTime(at: string, zone: string): string {
  return `${formatShortDate(at, zone)}, ${formatClock(at, zone)}`
}

// Uses the calendar, since a day with a clock change is not 24 hours.
function getPreviousDay(day: string): string {
  const at = new Date(`${day}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() - 1)
  return at.toISOString().slice(0, 10)
}
