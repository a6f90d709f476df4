/**
 * The page to which the provider leads a person back: the editor of an event or, without an event, Settings >
 * Payouts, which reads the account again.
 */
export interface ReturnPlace {
  eventId?: string | undefined
}

export function getReturnPath({ eventId }: ReturnPlace): string {
  return eventId === undefined ? '/dashboard/settings#payouts' : `/dashboard/events/${eventId}/edit`
}
