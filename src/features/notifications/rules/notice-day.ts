import type { NoticeFacts } from './notice-facts'

/**
 * The day to name, for the formatters of `lib/time`: the day that the booking counts to (one in the morning counts to the
 * day before), else the day on which it starts at its place. Undefined without a time.
 */
export function findNoticeDay({
  day,
  startsAt,
  timezone,
}: NoticeFacts): [at: string, zone: string] | undefined {
  // Noon, so that it is that day in UTC.
  if (day) return [`${day}T12:00:00Z`, 'UTC']
  return startsAt ? [startsAt, timezone || 'UTC'] : undefined
}
