import type { Stripe } from 'stripe'
import type { Evidence } from '../../disputes/collect-evidence'
import type { DisputeStatus, ProviderDispute } from '../../disputes/record-dispute'

// A warning is an inquiry of the bank, which may become a dispute.
const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  needs_response: 'open',
  warning_needs_response: 'open',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

/** The calls about disputes. `find` returns undefined for a dispute that is not ours. */
export interface StripeDisputes {
  find(id: string): Promise<ProviderDispute | undefined>
  /** Puts evidence into a dispute without sending it to the bank. */
  stageEvidence(id: string, evidence: Evidence): Promise<void>
  /** Sends the evidence to the bank. Afterwards it can't be changed. */
  submitEvidence(id: string, evidence: Evidence & { note: string }): Promise<ProviderDispute | undefined>
  /** Accepts the dispute, so the buyer gets the money. This can't be undone. */
  accept(id: string): Promise<ProviderDispute | undefined>
}

export function createStripeDisputes(
  call: <Result>(run: (stripe: Stripe) => Promise<Result>) => Promise<Result>,
): StripeDisputes {
  return {
    find: async (id) => toProviderDispute(await call((stripe) => stripe.disputes.retrieve(id))),
    async stageEvidence(id, evidence) {
      await call((stripe) =>
        stripe.disputes.update(id, { evidence: toStripeEvidence(evidence), submit: false }),
      )
    },
    async submitEvidence(id, { note, ...evidence }) {
      const text = note === '' ? {} : { uncategorized_text: note }
      const fields = { ...toStripeEvidence(evidence), ...text }
      return toProviderDispute(
        await call((stripe) => stripe.disputes.update(id, { evidence: fields, submit: true })),
      )
    },
    accept: async (id) => toProviderDispute(await call((stripe) => stripe.disputes.close(id))),
  }
}

/** Returns undefined for a dispute of a charge without a PaymentIntent, which is not ours. */
function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
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
    isSubmitted: details.submission_count > 0,
    isInquiry: dispute.status.startsWith('warning_'),
  }
}

function toStripeEvidence(evidence: Evidence): Stripe.DisputeUpdateParams.Evidence {
  return {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    product_description: evidence.product,
    service_date: evidence.serviceDate,
    access_activity_log: evidence.activity,
  }
}
