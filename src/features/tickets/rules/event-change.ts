/** The maximum length of the public reason for a cancellation or move. */
export const MAX_STATUS_MESSAGE = 500
/** The default return period of a moved event, in days. */
export const REFUND_DAYS = 14
export const MAX_REFUND_DAYS = 60

export const MAX_BOOKINGS = 200

/** Why an event can't be cancelled, postponed or moved once its money was paid out. */
export const PAID_OUT_MESSAGE =
  'Money of this event was paid out, so it can no longer be cancelled or moved. Refund tickets instead.'

export type EventChange = 'cancel' | 'postpone' | 'set_date'

/** Returns the changes that a status allows; none for drafts and cancelled events. */
export function listPossibleChanges(status: string): EventChange[] {
  if (status === 'published') return ['postpone', 'cancel']
  if (status === 'postponed') return ['set_date', 'cancel']
  return []
}

/** Returns the end of the return period: the given days from now, but never after the event's start. */
export function computeRefundDeadline(
  now: Date,
  { days, startsAt, before }: { days: number; startsAt: Date | null; before: Date | null },
): Date {
  const requestedEnd = now.getTime() + days * 86_400_000
  const longest = Math.max(requestedEnd, before?.getTime() ?? 0)
  return new Date(Math.min(longest, startsAt?.getTime() ?? longest))
}
