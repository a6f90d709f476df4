/** Where the provider sends a person back to: the editor of an event, or else Settings > Payouts, which reads the account. */
export interface ReturnPlace {
  eventId?: string | undefined
}

export function getReturnPath({ eventId }: ReturnPlace): string {
  return eventId === undefined ? '/dashboard/settings#payouts' : `/dashboard/events/${eventId}/edit`
}
