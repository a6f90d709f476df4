/** The maximum length of the public reason for a cancellation or move, in characters. */
export const MAX_STATUS_MESSAGE = 500
/** The default return period of a moved event, in days. */
export const REFUND_DAYS = 14
export const MAX_REFUND_DAYS = 60

/** The least notice, in days, when an event that people hold tickets for moves to an earlier start. */
export const MIN_NOTICE_DAYS = 3
export const TOO_SOON_MESSAGE = `People hold tickets for this event, so an earlier date must be at least ${MIN_NOTICE_DAYS * 24} hours away.`

export const MAX_BOOKINGS = 200

/** Why an event can't be cancelled, postponed or moved once it is settled or part of its money was paid out. */
export const PAID_OUT_MESSAGE =
  'This event is settled, or part of its money was paid out, so it can no longer be canceled or moved. Refund tickets instead.'

const DAY = 86_400_000

export type EventChange = 'cancel' | 'postpone' | 'set_date'

/** Returns the changes that an event with this status allows; none for drafts and cancelled events. */
export function listPossibleChanges(status: string): EventChange[] {
  if (status === 'published') return ['postpone', 'cancel']
  if (status === 'postponed') return ['set_date', 'cancel']
  return []
}

/** Returns whether ticket holders would learn of an earlier start too late to come or to refund their tickets. */
export function isMovedTooSoon({ from, to }: { from: Date; to: Date }, now: Date): boolean {
  return to < from && to.getTime() < now.getTime() + MIN_NOTICE_DAYS * DAY
}

/**
 * Returns the end of the return period: `days` from now, or `MIN_NOTICE_DAYS` if that is longer and the event moves
 * to an earlier start (from `movedFrom`). It is never earlier than the previous end (`before`), and never after the
 * event's start.
 */
export function computeRefundDeadline(
  now: Date,
  {
    days,
    startsAt,
    before,
    movedFrom,
  }: { days: number; startsAt: Date | null; before: Date | null; movedFrom: Date },
): Date {
  const minDays = startsAt !== null && startsAt < movedFrom ? MIN_NOTICE_DAYS : 0
  const requestedEnd = now.getTime() + Math.max(days, minDays) * DAY
  const longest = Math.max(requestedEnd, before?.getTime() ?? 0)
  return new Date(Math.min(longest, startsAt?.getTime() ?? longest))
}
