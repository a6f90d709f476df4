/** Matches an event's check-in page: the only page that reads codes with the camera and opens without a network. */
export function isCheckInPath(path: string): boolean {
  return /^\/dashboard\/events\/[^/]+\/check-in\/?$/u.test(path)
}

/** Returns the path of an event's check-in page. An event id needs no escaping. */
export const checkInPath = (eventId: string): string => `/dashboard/events/${eventId}/check-in`
