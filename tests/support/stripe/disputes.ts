import type { Stripe } from 'stripe'

interface Account {
  createId: (prefix: string) => string
  seconds: () => number
  record: (type: Stripe.Event.Type, object: Stripe.Dispute) => void
}

/** The disputes of the stand-in. A buyer's bank opens and closes them; evidence is only staged. */
export function createDisputes({ createId, seconds, record }: Account) {
  const disputes = new Map<string, Stripe.Dispute>()
  return {
    find: (id: string) => disputes.get(id),
    open(intent: Stripe.PaymentIntent, reason: string, amount = intent.amount_received): Stripe.Dispute {
      // What the product doesn't read is left out.
      const dispute = {
        id: createId('dp'),
        object: 'dispute',
        amount,
        charge: intent.latest_charge,
        created: seconds(),
        currency: intent.currency,
        evidence: {},
        evidence_details: {
          due_by: seconds() + 14 * 86_400,
          has_evidence: false,
          past_due: false,
          submission_count: 0,
        },
        livemode: false,
        metadata: {},
        payment_intent: intent.id,
        reason,
        status: 'needs_response',
      } as unknown as Stripe.Dispute
      disputes.set(dispute.id, dispute)
      record('charge.dispute.created', dispute)
      return structuredClone(dispute)
    },
    stage(dispute: Stripe.Dispute, evidence: object): Stripe.Dispute {
      Object.assign(dispute.evidence, evidence)
      dispute.evidence_details.has_evidence = true
      record('charge.dispute.updated', dispute)
      return dispute
    },
    close(id: string, status: 'won' | 'lost'): void {
      const dispute = disputes.get(id)
      if (dispute === undefined) throw new Error(`No dispute ${id}`)
      dispute.status = status
      record('charge.dispute.closed', dispute)
    },
  }
}
