const HOUR = 3_600_000
/** Whoever tries the door out the day before does not spoil the event; whoever sorts a queue the day after still can. */
const SLACK = 24 * HOUR
/** An event without an end is over after this. */
const LONGEST = 12 * HOUR

/** When scans of an event count, both ends included; `check_in` of the database says the same. */
export function checkInWindow(event: { startsAt: Date; doorsAt: Date | null; endsAt: Date | null }): {
  opensAt: Date
  closesAt: Date
} {
  const opens = (event.doorsAt ?? event.startsAt).getTime() - SLACK
  const closes = (event.endsAt?.getTime() ?? event.startsAt.getTime() + LONGEST) + SLACK
  return { opensAt: new Date(opens), closesAt: new Date(closes) }
}
