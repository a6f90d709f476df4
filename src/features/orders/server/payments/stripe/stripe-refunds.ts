import type { Stripe } from 'stripe'

/** A refund as Stripe describes it now. */
export interface FoundRefund {
  /** Our id; undefined for a refund made in Stripe's dashboard. */
  refundId: string | undefined
  status: 'pending' | 'paid' | 'failed'
  /** Stripe's code for the reason of a failure. */
  reason: string | undefined
  /** The reference by which the buyer's bank can find the refund. */
  bankReference: string | undefined
}

/**
 * Converts a refund of Stripe. For a card, Stripe reports success as soon as it has sent the refund. So it counts as
 * paid only once Stripe no longer waits for the bank's reference.
 */
export function toProviderRefund({
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
