import type { Stripe } from 'stripe'
import type { Evidence } from '../../disputes/collect-evidence'
import type { DisputeStatus, ProviderDispute } from '../../disputes/record-dispute'

// A warning is a question of the bank that may become a dispute.
const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  needs_response: 'open',
  warning_needs_response: 'open',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

/** Returns undefined for a dispute of a charge without a PaymentIntent, which is not ours. */
export function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const { id, amount, reason, created, payment_intent: paymentId, evidence_details: details } = dispute
  if (typeof paymentId !== 'string') return undefined
  return {
    id,
    paymentId,
    amountCents: amount,
    reason,
    status: STATUSES[dispute.status] ?? 'closed',
    dueBy: details.due_by === null ? null : new Date(details.due_by * 1000),
    openedAt: new Date(created * 1000),
    hasEvidence: details.has_evidence,
  }
}

export function toStripeEvidence(evidence: Evidence): Stripe.DisputeUpdateParams.Evidence {
  return {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    product_description: evidence.product,
    service_date: evidence.serviceDate,
    access_activity_log: evidence.activity,
  }
}
