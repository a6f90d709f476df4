import type { Stripe } from 'stripe'

/** A refund as Stripe describes it now. */
export interface FoundRefund {
  /** Ours; undefined for a refund made in Stripe's dashboard. */
  refundId: string | undefined
  status: 'pending' | 'paid' | 'failed'
  /** Stripe's code of a failure. */
  reason: string | undefined
  /** By which the buyer's bank can find it. */
  bankReference: string | undefined
}

/**
 * Reads a refund. One to a card has succeeded as soon as Stripe sent it, so it is paid once Stripe no longer waits for
 * the bank's reference.
 */
export function toFoundRefund({
  metadata,
  status,
  failure_reason: reason,
  destination_details: destination,
}: Stripe.Refund): FoundRefund {
  const card = destination?.card
  const isPaid = status === 'succeeded' && card?.type !== 'pending' && card?.reference_status !== 'pending'
  return {
    refundId: metadata?.['refund'],
    status: status === 'failed' || status === 'canceled' ? 'failed' : isPaid ? 'paid' : 'pending',
    reason,
    bankReference: card?.reference,
  }
}
