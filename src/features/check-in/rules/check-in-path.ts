/** The address of an event's door: the one page that reads codes from a camera and opens without a network. */
export function isCheckInPath(path: string): boolean {
  return /^\/dashboard\/events\/[^/]+\/door\/?$/u.test(path)
}

/** Expects an id, which needs no escaping. */
export const checkInPath = (eventId: string): string => `/dashboard/events/${eventId}/door`
