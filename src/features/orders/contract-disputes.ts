import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { currency, defineCalls, id, instant } from '~/platform/rpc/contract'
import { cents, ticketStatus } from './contract-shapes'
import { MAX_NOTE_LENGTH } from './rules/dispute'

const inArea = defineCalls('orders', 'members_area')

const disputeId = z.string().max(255)
const disputeStatus = z.enum(['open', 'under_review', 'won', 'lost', 'closed'])

/** What we know about the order of a disputed payment. */
export const evidenceFacts = z.object({
  orderNumber: z.string(),
  totalCents: cents,
  paidAt: instant,
  /** Empty after the buyer deleted their account. */
  buyerEmail: z.string(),
  tickets: z.array(
    z.object({
      number: z.string(),
      type: z.string(),
      status: ticketStatus,
      scans: z.array(z.object({ at: instant, entrance: z.string() })),
    }),
  ),
})
export type EvidenceFacts = z.output<typeof evidenceFacts>

/** The evidence text, exactly as the bank gets it. */
const evidenceText = z.object({
  customerName: z.string(),
  customerEmail: z.string(),
  product: z.string(),
  serviceDate: z.string(),
  activity: z.string(),
})

export const disputeDetail = z.object({
  id: z.string(),
  status: disputeStatus,
  /** The provider's code for the buyer's reason, such as `fraudulent`. */
  reason: z.string(),
  amountCents: cents,
  currency,
  buyerName: z.string(),
  event: z.object({ id, title: z.string(), timezone: z.string() }),
  /** Whether the caller organizes the event. Otherwise they are an admin. */
  isOwnEvent: z.boolean(),
  openedAt: instant,
  dueBy: instant.nullable(),
  closedAt: instant.nullable(),
  /** When the organizer was emailed about the dispute. */
  notifiedAt: instant.nullable(),
  /** Whether the dispute is open and its deadline has not passed. */
  canRespond: z.boolean(),
  /** Tickets that stop being valid if the dispute is lost now. */
  ticketsToRevoke: z.int(),
  /** What we know about the order; null for a payment that brought no tickets. */
  facts: evidenceFacts.nullable(),
  /**
   * The submitted evidence; before that, the evidence that can be submitted. Null if there is none, or if it was
   * erased with the buyer's account.
   */
  evidence: evidenceText.nullable(),
  /**
   * The response that the provider received from the dispute's page. `by` is null if the sender's account was
   * deleted.
   */
  response: z
    .object({
      kind: z.enum(['evidence', 'acceptance']),
      at: instant,
      by: z.string().nullable(),
      note: z.string(),
    })
    .nullable(),
})
export type DisputeDetail = z.output<typeof disputeDetail>

export const openDispute = disputeDetail.pick({
  id: true,
  amountCents: true,
  currency: true,
  buyerName: true,
  dueBy: true,
})

const notFound = { NOT_FOUND: { status: 404, message: 'Dispute not found' } }
const responseErrors = {
  ...notFound,
  DISPUTE_NOT_OPEN: { status: 409, message: 'This dispute was already answered or decided.' },
  DEADLINE_PASSED: { status: 409, message: 'The deadline has passed. The bank decides now.' },
  RESPONSE_PENDING: {
    status: 409,
    message: 'A response to this dispute is being sent right now. Wait a minute, then reload the page.',
  },
  NO_EVIDENCE: {
    status: 409,
    message: 'This payment brought no tickets, so there is no evidence to submit.',
  },
  IS_INQUIRY: {
    status: 409,
    message:
      'The bank has only asked about this payment and hasn’t taken any money, so there is nothing to accept. Submit the evidence, or refund the order.',
  },
  STRIPE_NOT_CONFIGURED: {
    status: 409,
    message: 'This site no longer uses Stripe. Respond in Stripe’s dashboard.',
  },
  STRIPE_UNAVAILABLE: { status: 503, message: 'Stripe can’t be reached. Try again in a minute.' },
}

export const disputes = {
  list: inArea('GET', '/events/{eventId}/disputes', 'Open disputes of an event, the next deadline first')
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ eventId: id }))
    .output(z.object({ disputes: z.array(openDispute) })),

  get: inArea('GET', '/disputes/{id}', 'A dispute about a payment of your event')
    .errors(notFound)
    .input(z.object({ id: disputeId }))
    .output(disputeDetail),

  submit: inArea(
    'POST',
    '/disputes/{id}/evidence',
    'Send the evidence to the bank; it can’t be changed later',
  )
    .errors(responseErrors)
    .input(
      z.object({
        id: disputeId,
        note: z
          .string()
          .overwrite(cleanMultiLineText)
          .max(MAX_NOTE_LENGTH, `Use at most ${MAX_NOTE_LENGTH} characters.`)
          .default(''),
      }),
    )
    .output(disputeDetail),

  accept: inArea('POST', '/disputes/{id}/accept', 'Accept that the buyer gets the money; it can’t be undone')
    .errors(responseErrors)
    .input(z.object({ id: disputeId }))
    .output(disputeDetail),
}
