const HOUR = 3_600_000
/**
 * How long check-in is open before doors and after the end: staff can test it the day before, and queued scans can
 * arrive the day after.
 */
const SLACK = 24 * HOUR
const MAX_LENGTH = 12 * HOUR

/**
 * Returns the first and the last moment at which an event's scans are accepted; matches `check_in` in the database.
 */
export function getCheckInWindow(event: { startsAt: Date; doorsAt: Date | null; endsAt: Date | null }): {
  opensAt: Date
  closesAt: Date
} {
  const opens = (event.doorsAt ?? event.startsAt).getTime() - SLACK
  const closes = (event.endsAt?.getTime() ?? event.startsAt.getTime() + MAX_LENGTH) + SLACK
  return { opensAt: new Date(opens), closesAt: new Date(closes) }
}
