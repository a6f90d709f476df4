import type { Stripe } from 'stripe'
import { StandInError } from './errors'
import { type Parameters, toObject } from './parameters'

interface Account {
  createId: (prefix: string) => string
  seconds: () => number
  record: (type: Stripe.Event.Type, object: Stripe.Dispute) => void
  /** Changes the balance; `fee` is taken from it. */
  move: (
    amount: number,
    source: string,
    currency: { currency: string },
    type: 'adjustment',
    fee: number,
  ) => string
}

const FEE = 2000

/** The disputes of the stand-in. A buyer's bank opens and decides them; the seller submits evidence or accepts. */
export function createDisputes({ createId, seconds, record, move }: Account) {
  const disputes = new Map<string, Stripe.Dispute>()
  const get = (id: string): Stripe.Dispute => {
    const dispute = disputes.get(id)
    if (dispute === undefined) throw new Error(`No dispute ${id}`)
    return dispute
  }
  return {
    find: (id: string) => disputes.get(id),
    open(intent: Stripe.PaymentIntent, reason: string, amount = intent.amount_received): Stripe.Dispute {
      // Fields that the product doesn't read are left out.
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
      move(-amount, dispute.id, dispute, 'adjustment', FEE)
      record('charge.dispute.created', dispute)
      return structuredClone(dispute)
    },
    /** Puts evidence into a dispute; `submit` sends it to the bank, after which nothing can be changed. */
    update(dispute: Stripe.Dispute, { evidence, submit }: Parameters): Stripe.Dispute {
      if (!isWaiting(dispute)) throw createOverError(dispute)
      Object.assign(dispute.evidence, toObject(evidence))
      dispute.evidence_details.has_evidence = true
      if (submit === 'true') {
        dispute.evidence_details.submission_count += 1
        dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
      }
      record('charge.dispute.updated', dispute)
      return dispute
    },
    /** The seller accepts a dispute. Stripe closes an inquiry as `warning_closed`, without moving money. */
    accept(dispute: Stripe.Dispute): Stripe.Dispute {
      if (!isWaiting(dispute)) throw createOverError(dispute)
      dispute.status = dispute.status === 'needs_response' ? 'lost' : 'warning_closed'
      record('charge.dispute.closed', dispute)
      return dispute
    },
    change(id: string, change?: (dispute: Stripe.Dispute) => void): void {
      const dispute = get(id)
      change?.(dispute)
      record('charge.dispute.updated', dispute)
    },
    close(id: string, status: 'won' | 'lost'): void {
      const dispute = get(id)
      dispute.status = status
      if (status === 'won') move(dispute.amount, id, dispute, 'adjustment', -FEE)
      record('charge.dispute.closed', dispute)
    },
  }
}

const isWaiting = ({ status }: Stripe.Dispute) =>
  status === 'needs_response' || status === 'warning_needs_response'

const createOverError = ({ status }: Stripe.Dispute) =>
  new StandInError(400, {
    type: 'invalid_request_error',
    message: `This dispute can no longer be changed because it has a status of ${status}.`,
  })
