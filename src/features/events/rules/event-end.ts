/** Assumed length of an event without an end time; no event on this site is longer. */
export const MAX_EVENT_HOURS = 12

/**
 * Returns when an event is over; times as Date or ISO 8601. Ticket sales end separately: without an end, at the start.
 */
export function getEventEnd({
  startsAt,
  endsAt,
}: {
  startsAt: string | Date
  endsAt: string | Date | null
}): Date {
  return endsAt === null
    ? new Date(new Date(startsAt).getTime() + MAX_EVENT_HOURS * 3_600_000)
    : new Date(endsAt)
}
