/** Few write down when an event ends; none of ours is longer. */
export const LONGEST_EVENT_HOURS = 12

/** When an event is over; moments, or ISO 8601 text. Whether it still sells is another question: without an end it does until it starts. */
export function eventEnd({
  startsAt,
  endsAt,
}: {
  startsAt: string | Date
  endsAt: string | Date | null
}): Date {
  return endsAt === null
    ? new Date(new Date(startsAt).getTime() + LONGEST_EVENT_HOURS * 3_600_000)
    : new Date(endsAt)
}
