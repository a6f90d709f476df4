import { formatDay } from '~/lib/time'
import { listWeeks } from '../../rules/month-days'

/** Returns the weeks of a month, Monday first; undefined for days of other months. */
export function listMonthWeeks(month: string): (string | undefined)[][] {
  return listWeeks(month).map((week) => week.map((day) => (day.startsWith(month) ? day : undefined)))
}

/** `Friday 18 December` */
export function formatDayLabel(day: string): string {
  return formatLongDay(day).split(' ').slice(0, 3).join(' ')
}

/** `Friday 18 December 2026`. Formatted in UTC, since a calendar day has no time zone. */
export function formatLongDay(day: string): string {
  return formatDay(`${day}T12:00:00Z`, 'UTC')
}
