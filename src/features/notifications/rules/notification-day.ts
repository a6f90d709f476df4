import type { NotificationFacts } from './notification-facts'

/**
 * Returns the arguments for the date formatters of `lib/time`. For a booking: its day, where 1 am counts as the day before.
 * For anything else: the local day of its start. Undefined if the notification has no time.
 */
export function findNotificationDay({
  day,
  startsAt,
  timezone,
}: NotificationFacts): [at: string, zone: string] | undefined {
  // At noon UTC, so that the day stays the same.
  if (day) return [`${day}T12:00:00Z`, 'UTC']
  return startsAt ? [startsAt, timezone || 'UTC'] : undefined
}
