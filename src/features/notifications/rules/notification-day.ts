import type { NotificationFacts } from './notification-facts'

/**
 * Returns the arguments for the date formatters of `lib/time`: the day of the booking (1 am counts as the day before),
 * otherwise the local day of its start. Undefined without a time.
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
