const HOUR = 3_600_000
/** Whoever tries the door out the day before does not spoil the night; whoever sorts a queue the day after still can. */
const SLACK = 24 * HOUR
/** A night without an end is over after this. */
const LONGEST = 12 * HOUR

/** When scans of a night count, both ends included; `check_in` of the database says the same. */
export function doorWindow(night: { startsAt: Date; doorsAt: Date | null; endsAt: Date | null }): {
  opensAt: Date
  closesAt: Date
} {
  const opens = (night.doorsAt ?? night.startsAt).getTime() - SLACK
  const closes = (night.endsAt?.getTime() ?? night.startsAt.getTime() + LONGEST) + SLACK
  return { opensAt: new Date(opens), closesAt: new Date(closes) }
}
