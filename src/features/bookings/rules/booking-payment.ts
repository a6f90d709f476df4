import { calculateShare } from '~/lib/money'
import { type Deal, hasFixedAmount } from './deal'

/** A deposit is due this many days after both sides agreed, but at the latest when the set starts. */
export const DEPOSIT_DAYS = 7

export const getDepositDeadline = (agreedAt: Date, startsAt: Date): Date =>
  new Date(Math.min(agreedAt.getTime() + DEPOSIT_DAYS * 86_400_000, startsAt.getTime()))

/** The fields that decide whether a booking can be paid on this site. Amounts in the smallest unit of its currency. */
export type PayableBooking = {
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  /**
   * Whether the booking has a DJ and belongs to an event of its client. Only then can it be paid here, because
   * payments are posted to the books of that event.
   */
  isOfOwnEvent: boolean
  deal: Pick<Deal, 'kind'>
  feeCents: number | null
  depositCents: number | null
  /** The part of the deposit that was paid on this site so far. */
  paidDepositCents: number
  paidBalanceCents: number
  /**
   * What was transferred to the DJ, plus the client's payments since the last transfer. Null until a part of the fee
   * was paid from the event's money.
   */
  settledCents: number | null
}

/**
 * Returns the deposit that is due; 0 if none is due or it was paid. Once the booking is completed no deposit is due,
 * because the settlement pays the whole fee.
 */
export function getDepositDue(booking: PayableBooking): number {
  if (!booking.isOfOwnEvent || booking.status !== 'confirmed' || booking.paidDepositCents > 0) return 0
  return booking.depositCents ?? 0
}

/** Returns how much of the fee has been paid so far, by the client or from the event's money. */
export const getPaidCents = ({ settledCents, paidDepositCents, paidBalanceCents }: PayableBooking): number =>
  settledCents ?? paidDepositCents + paidBalanceCents

/** The smallest payment that the provider accepts. */
const PAYMENT_MIN_CENTS = 100
/** The highest processing fee of a card payment, except for a few rare cards. */
const PROVIDER_FEE = { basisPoints: 400, cents: 50 }

/**
 * Returns the amount that the client must pay so that at least `cents` are left after the provider's processing fee,
 * which is only known afterwards. If the provider charges less, the organizer keeps the difference.
 */
export function addProviderFee(cents: number): number {
  return Math.max(
    cents + calculateShare(cents, PROVIDER_FEE.basisPoints) + PROVIDER_FEE.cents,
    PAYMENT_MIN_CENTS,
  )
}

/**
 * Returns the maximum that the client can pay towards the fee or the guarantee in addition to the deposit, processing
 * fee included.
 */
export function getBalanceLimit(booking: PayableBooking): number {
  const { status, isOfOwnEvent, deal, feeCents } = booking
  const isPayable = isOfOwnEvent && (status === 'confirmed' || status === 'completed')
  if (!isPayable || !hasFixedAmount(deal)) return 0
  // A due deposit is left out: it has to be paid separately, because the DJ gets deposits immediately.
  const restCents = (feeCents ?? 0) - getDepositDue(booking) - getPaidCents(booking)
  return restCents > 0 ? addProviderFee(restCents) : 0
}
