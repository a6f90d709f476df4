import { ANSWER_DAYS, REVIEW_DAYS } from './booking-limits'

export type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled'
export type Side = 'client' | 'dj'
export type Act = 'offer' | 'accept' | 'decline' | 'cancel'

/** The parts of a booking that decide which side may take which action. */
export interface BookingState {
  status: BookingStatus
  /** The side that has to answer; null if that account was deleted. */
  awaiting: Side | null
  answerBy: Date | null
  startsAt: Date
  endsAt: Date
  isOtherDeleted: boolean
}

const DAY = 86_400_000

/**
 * Returns whether a side may take an action. Only the side that has to answer may offer, accept or decline. The
 * client may cancel a confirmed booking until the set starts, because a DJ who plays must get more than after a
 * cancellation. The DJ may cancel it until the set is over. A request or offer that has expired allows no action,
 * since a scheduled job closes it.
 */
export function canAct(act: Act, side: Side, state: BookingState, now: Date): boolean {
  if (state.status === 'pending') {
    if (state.answerBy !== null && state.answerBy <= now) return false
    if (act === 'cancel') return true
    if (state.awaiting !== side) return false
    // If the other account is deleted, nothing can be agreed, so only declining is left.
    return act === 'decline' || !state.isOtherDeleted
  }
  return (
    state.status === 'confirmed' && act === 'cancel' && (side === 'dj' ? state.endsAt : state.startsAt) > now
  )
}

/** Returns the status of a booking after an action of `side`. */
export function getStatusAfter(act: Act, side: Side): { status: BookingStatus; awaiting: Side | null } {
  if (act === 'offer') return { status: 'pending', awaiting: getOtherSide(side) }
  if (act === 'accept') return { status: 'confirmed', awaiting: null }
  return { status: 'cancelled', awaiting: null }
}

export function getOtherSide(side: Side): Side {
  return side === 'dj' ? 'client' : 'dj'
}

/** Returns the deadline for answering the last step: 14 days later, but never after the set has started. */
export function getAnswerDeadline(lastStepAt: Date, startsAt: Date): Date {
  return new Date(Math.min(lastStepAt.getTime() + ANSWER_DAYS * DAY, startsAt.getTime()))
}

/** Returns the end of the review period; unpublished reviews are published then. */
export function getReviewDeadline(endsAt: Date): Date {
  return new Date(endsAt.getTime() + REVIEW_DAYS * DAY)
}

export function canReview(
  state: Pick<BookingState, 'status' | 'endsAt' | 'isOtherDeleted'>,
  hasReviewed: boolean,
  now: Date,
): boolean {
  return (
    state.status === 'completed' &&
    !state.isOtherDeleted &&
    !hasReviewed &&
    now < getReviewDeadline(state.endsAt)
  )
}
