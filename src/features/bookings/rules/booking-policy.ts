import { ANSWER_DAYS, REVIEW_DAYS } from './booking-limits'

export type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled'
export type Side = 'client' | 'dj'
export type Act = 'offer' | 'accept' | 'decline' | 'cancel'

/** The parts of a booking that decide who may do what. */
export interface Standing {
  status: BookingStatus
  /** The side that has to answer; null if that account was deleted. */
  awaiting: Side | null
  answerBy: Date | null
  endsAt: Date
  isOtherDeleted: boolean
}

const DAY = 86_400_000

/**
 * Whether a side may act. Only the side that has to answer may offer, accept or decline; both may cancel until the
 * event is over. An expired request allows no action: the job closes it.
 */
export function mayAct(act: Act, side: Side, standing: Standing, now: Date): boolean {
  if (standing.status === 'pending') {
    if (standing.answerBy !== null && standing.answerBy <= now) return false
    if (act === 'cancel') return true
    if (standing.awaiting !== side) return false
    // Without the other side there is nothing left to agree on.
    return act === 'decline' || !standing.isOtherDeleted
  }
  return standing.status === 'confirmed' && act === 'cancel' && standing.endsAt > now
}

/** Returns the status of a booking after an action of `side`. */
export function afterAct(act: Act, side: Side): { status: BookingStatus; awaiting: Side | null } {
  if (act === 'offer') return { status: 'pending', awaiting: otherSide(side) }
  if (act === 'accept') return { status: 'confirmed', awaiting: null }
  return { status: 'cancelled', awaiting: null }
}

export function otherSide(side: Side): Side {
  return side === 'dj' ? 'client' : 'dj'
}

/** Returns the deadline for answering the last step: 14 days, but never past the start of the event. */
export function answerUntil(lastStepAt: Date, startsAt: Date): Date {
  return new Date(Math.min(lastStepAt.getTime() + ANSWER_DAYS * DAY, startsAt.getTime()))
}

/** Returns the moment at which reviewing ends and reviews are published. */
export function reviewUntil(endsAt: Date): Date {
  return new Date(endsAt.getTime() + REVIEW_DAYS * DAY)
}

export function mayReview(
  standing: Pick<Standing, 'status' | 'endsAt' | 'isOtherDeleted'>,
  hasReviewed: boolean,
  now: Date,
): boolean {
  return (
    standing.status === 'completed' &&
    !standing.isOtherDeleted &&
    !hasReviewed &&
    now < reviewUntil(standing.endsAt)
  )
}
