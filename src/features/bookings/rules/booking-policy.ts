import { ANSWER_DAYS, REVIEW_DAYS } from './booking-limits'

export type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled'
export type Side = 'client' | 'dj'
export type Act = 'offer' | 'accept' | 'decline' | 'cancel'

/** How a booking stands, as far as it decides who may do what. */
export interface Standing {
  status: BookingStatus
  /** Whose answer a pending one waits for; null when that account is gone. */
  awaiting: Side | null
  answerBy: Date | null
  endsAt: Date
  /** The account of the other side was deleted. */
  isOtherGone: boolean
}

const DAY = 86_400_000

/**
 * Offering, accepting and declining belong to the side that the booking waits for; taking back belongs to both, until the
 * event is over. What has run out waits for the job that says so, and for nobody else.
 */
export function mayAct(act: Act, side: Side, standing: Standing, now: Date): boolean {
  if (standing.status === 'pending') {
    if (standing.answerBy !== null && standing.answerBy <= now) return false
    if (act === 'cancel') return true
    if (standing.awaiting !== side) return false
    // With nobody on the other side there is nothing left to agree on.
    return act === 'decline' || !standing.isOtherGone
  }
  return standing.status === 'confirmed' && act === 'cancel' && standing.endsAt > now
}

/** What a booking becomes by an act of `side`. */
export function afterAct(act: Act, side: Side): { status: BookingStatus; awaiting: Side | null } {
  if (act === 'offer') return { status: 'pending', awaiting: otherSide(side) }
  if (act === 'accept') return { status: 'confirmed', awaiting: null }
  return { status: 'cancelled', awaiting: null }
}

export function otherSide(side: Side): Side {
  return side === 'dj' ? 'client' : 'dj'
}

/** Until when the last step can be answered: 14 days, and never beyond the start of the event. */
export function answerUntil(lastStepAt: Date, startsAt: Date): Date {
  return new Date(Math.min(lastStepAt.getTime() + ANSWER_DAYS * DAY, startsAt.getTime()))
}

/** The moment at which writing reviews ends and what was written shows. */
export function reviewUntil(endsAt: Date): Date {
  return new Date(endsAt.getTime() + REVIEW_DAYS * DAY)
}

export function mayReview(
  standing: Pick<Standing, 'status' | 'endsAt' | 'isOtherGone'>,
  hasReviewed: boolean,
  now: Date,
): boolean {
  return (
    standing.status === 'completed' &&
    !standing.isOtherGone &&
    !hasReviewed &&
    now < reviewUntil(standing.endsAt)
  )
}
