/** What visitors read about why an event was cancelled or moved. */
export const STATUS_WORDS_MOST = 500
/** How long a ticket of an event that was moved may be given back without asking. */
export const REFUND_DAYS = 14
export const REFUND_DAYS_MOST = 60

/** More DJs than any event has. */
export const BOOKINGS_MOST = 200

export type EventChange = 'cancel' | 'postpone' | 'set_date'

/** What may still be done with an event; nothing once it is a draft or cancelled. */
export function possibleChanges(status: string): EventChange[] {
  if (status === 'published') return ['postpone', 'cancel']
  if (status === 'postponed') return ['set_date', 'cancel']
  return []
}

/** Until when tickets may be given back: so many days from now, and never once the event has begun. */
export function refundableUntil(
  now: Date,
  { days, startsAt, before }: { days: number; startsAt: Date | null; before: Date | null },
): Date {
  const asked = now.getTime() + days * 86_400_000
  // What holders were told once is not taken back.
  const longest = Math.max(asked, before?.getTime() ?? 0)
  return new Date(Math.min(longest, startsAt?.getTime() ?? longest))
}
