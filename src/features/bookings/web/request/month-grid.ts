import { formatDay } from '~/lib/time'
import { weeksOf } from '../../rules/month-days'

/** Returns the weeks of a month, Monday first; undefined for days of other months. */
export function ownWeeksOf(month: string): (string | undefined)[][] {
  return weeksOf(month).map((week) => week.map((day) => (day.startsWith(month) ? day : undefined)))
}

/** `Friday 18 December` */
export function formatDayLabel(day: string): string {
  return longDay(day).split(' ').slice(0, 3).join(' ')
}

/** `Friday 18 December 2026`. Formatted in UTC, since a calendar day has no time zone. */
export function longDay(day: string): string {
  return formatDay(`${day}T12:00:00Z`, 'UTC')
}
