import type { NoticeFacts } from './notice-facts'

/**
 * The day to name, for the formatters of `lib/time`: the night that the desk counts it to (one in the morning is still last
 * night), else the day on which it starts at its place. Undefined without a time.
 */
export function findNight({
  night,
  startsAt,
  timezone,
}: NoticeFacts): [at: string, zone: string] | undefined {
  // Noon, so that it is that day in UTC.
  if (night) return [`${night}T12:00:00Z`, 'UTC']
  return startsAt ? [startsAt, timezone || 'UTC'] : undefined
}
