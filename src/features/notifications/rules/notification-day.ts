import type { NotificationFacts } from './notification-facts'

/**
 * Returns the arguments for the date formatters of `lib/time`. A booking has its event's day, so a set at 1 am counts
 * as the day before. Everything else has the local day of its start. Undefined if the notification has no time.
 */
export function findNotificationDay({
  day,
  startsAt,
  timezone,
}: NotificationFacts): [at: string, zone: string] | undefined {
  // Uses noon in UTC, so that formatting can't shift the day.
  if (day) return [`${day}T12:00:00Z`, 'UTC']
  return startsAt ? [startsAt, timezone || 'UTC'] : undefined
}
