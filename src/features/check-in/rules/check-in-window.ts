const HOUR = 3_600_000
/** Lets staff test the check-in the day before, and sync queued scans the day after. */
const SLACK = 24 * HOUR
const MAX_LENGTH = 12 * HOUR

/** Returns when scans of an event count, both ends included; matches `check_in` in the database. */
export function getCheckInWindow(event: { startsAt: Date; doorsAt: Date | null; endsAt: Date | null }): {
  opensAt: Date
  closesAt: Date
} {
  const opens = (event.doorsAt ?? event.startsAt).getTime() - SLACK
  const closes = (event.endsAt?.getTime() ?? event.startsAt.getTime() + MAX_LENGTH) + SLACK
  return { opensAt: new Date(opens), closesAt: new Date(closes) }
}
