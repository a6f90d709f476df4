import { z } from 'zod'
import { CLOSE_AFTER_DAYS, CLOSE_REASON_MAX } from '~/features/settlements/rules/settlement-deadlines'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import {
  amounts,
  currency,
  bidirectionalPage,
  defineCalls,
  id,
  instant,
  pagePosition,
} from '~/platform/rpc/contract'
import { settlementCase, settlementResult, waitingSettlement } from './contract-settlements'
import { WAIVER_REASON_MAX } from './rules/waiver-reason'

const count = z.int().min(0)
const cents = z.int().min(0)

export const PAYMENT_STATUSES = ['started', 'approved', 'declined', 'abandoned', 'returned'] as const
const status = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.output<typeof status>

const refundStatus = z.enum(['requested', 'done', 'failed'])

export const paymentRow = z.object({
  /** Null for a payment of a booking. */
  orderId: z.string().nullable(),
  bookingId: z.string().nullable(),
  /** The number of the order or the booking. */
  number: z.string(),
  eventTitle: z.string(),
  /** Null if the account was deleted. */
  buyerEmail: z.string().nullable(),
  amountCents: cents,
  currency,
  provider: z.enum(['sandbox', 'stripe']),
  /** The provider’s id of the payment; null until the buyer presses Pay, and in the sandbox. */
  providerPaymentId: z.string().nullable(),
  /** This site’s reference of the payment. The provider stores it with the payment. */
  reference: z.string(),
  status,
  startedAt: instant,
  settledAt: instant.nullable(),
  declineReason: z.string().nullable(),
  /** The sum of refunds, sent and waiting, without failed ones. */
  refundedCents: cents,
  refundStatuses: z.array(refundStatus),
})
export type PaymentRow = z.output<typeof paymentRow>

export const paymentPage = z.object({ payments: z.array(paymentRow), ...pagePosition })
export type PaymentPage = z.output<typeof paymentPage>

const disputeStatus = z.enum(['open', 'under_review', 'won', 'lost', 'closed'])

const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), at: instant }),
  z.object({ kind: z.literal('processing'), at: instant }),
  z.object({ kind: z.literal('declined'), at: instant, reason: z.string().nullable() }),
  z.object({
    kind: z.literal('settled'),
    at: instant,
    outcome: z.enum(['approved', 'abandoned', 'returned']),
  }),
  z.object({
    kind: z.literal('refund'),
    id: z.string(),
    at: instant,
    amountCents: cents,
    reason: z.string(),
    status: refundStatus,
    settledAt: instant.nullable(),
    error: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('report'),
    at: instant,
    id: z.string(),
    /** The provider’s type, such as `payment_intent.succeeded`. */
    type: z.string(),
    handledAt: instant.nullable(),
    error: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('dispute'),
    id: z.string(),
    at: instant,
    amountCents: cents,
    /** The provider’s code, such as `fraudulent`. */
    reason: z.string(),
    status: disputeStatus,
    dueBy: instant.nullable(),
    closedAt: instant.nullable(),
  }),
])
export type PaymentStep = z.output<typeof step>

/** `steps` is the history, oldest first. */
export const paymentDetail = z.object({ ...paymentRow.shape, steps: z.array(step) })
export type PaymentDetail = z.output<typeof paymentDetail>

/**
 * The provider’s current state of a payment. `unknown`: the provider doesn’t know the payment. `unavailable`: the
 * provider did not respond. `not_configured`: the payment was made with a provider that this site no longer uses.
 */
export const paymentCheck = z.object({
  state: z.enum([
    'open',
    'processing',
    'cancelled',
    'approved',
    'declined',
    'unknown',
    'unavailable',
    'not_configured',
  ]),
  /** The amount paid; null unless `approved`. */
  amountCents: cents.nullable(),
  /** Why the payment was declined; null unless `declined`. */
  reason: z.string().nullable(),
})
export type PaymentCheck = z.output<typeof paymentCheck>

const failingEvent = z.object({
  id: z.string(),
  type: z.string(),
  error: z.string(),
  attempts: count,
  receivedAt: instant,
  /** The time of the next retry; null when automatic retries have stopped. */
  nextAttemptAt: instant.nullable(),
})
export type FailingEvent = z.output<typeof failingEvent>

const openDispute = z.object({
  id: z.string(),
  reference: z.string(),
  bookingId: z.string().nullable(),
  /** The number of the order or the booking. */
  number: z.string(),
  eventTitle: z.string(),
  amountCents: cents,
  currency,
  reason: z.string(),
  dueBy: instant.nullable(),
})
export type OpenDispute = z.output<typeof openDispute>

const openWaiver = z.object({
  eventId: z.string(),
  eventTitle: z.string(),
  /** Null if the organizer’s account was deleted. */
  organizerName: z.string().nullable(),
  /** The lowest and highest ticket price above 0; null if the organizer has removed all prices. */
  minPriceCents: cents.nullable(),
  maxPriceCents: cents.nullable(),
  currency,
  tickets: count,
  requestedAt: instant,
})
export type OpenWaiver = z.output<typeof openWaiver>

/** Measurements of the payment provider. A measurement is null if there were no calls or webhooks to measure. */
const providerFigures = z.object({
  isLive: z.boolean(),
  /** The 95th percentile of the duration of this server’s calls to the provider in the last hour, in milliseconds. */
  callP95Ms: z.int().min(0).nullable(),
  callsLastMinute: count,
  /** The number of calls per second that the provider allows. */
  callsPerSecond: count,
  /** The 95th percentile of the time until a webhook was handled, in the last 24 hours, in milliseconds. */
  webhookP95Ms: z.int().min(0).nullable(),
  lastWebhookAt: instant.nullable(),
})
export type ProviderFigures = z.output<typeof providerFigures>

/** Each list has at most 50 rows; its count includes the others. */
export const paymentsAttention = z.object({
  /** Null if the site uses the sandbox or has no payment provider. */
  stripe: providerFigures.nullable(),
  ledger: z.object({
    transactions: count,
    /** The days of the first and the last transaction; null without transactions. */
    days: z.object({ first: z.iso.date(), last: z.iso.date() }).nullable(),
    /** The ledger’s sum in each currency in which it isn’t zero. A correct ledger has no such currency. */
    imbalances: amounts,
  }),
  /** Payments of the last 24 hours that have a result, and how many of them succeeded. */
  lastDay: z.object({ count, succeeded: count }),
  failingEvents: z.object({ count, rows: z.array(failingEvent) }),
  withoutResult: z.object({ count, rows: z.array(paymentRow) }),
  openDisputes: z.object({ count, rows: z.array(openDispute) }),
  /** Requests to sell tickets without a payout account, the oldest first. */
  openWaivers: z.object({ count, rows: z.array(openWaiver) }),
  waitingSettlements: z.object({ count, rows: z.array(waitingSettlement) }),
  /** Figures of settlements that were questioned at least 3 days ago and not agreed on since, the oldest first. */
  settlementCases: z.object({ count, rows: z.array(settlementCase) }),
})
export type PaymentsAttention = z.output<typeof paymentsAttention>

const admin = defineCalls('administration', 'admin')
const reference = z.string().max(100)

const SETTLEMENT_NOT_FOUND = {
  NOT_FOUND: { status: 404, message: 'This event has no settlement that can be closed.' },
}

export const paymentsContract = {
  list: admin('GET', '/admin/payments', 'All payments, newest first')
    .input(
      z.object({
        /** Part of an order number, booking number, buyer’s name or email; or a whole reference or provider id. */
        q: z.string().max(100, 'Use at most 100 characters.').optional(),
        ...bidirectionalPage,
      }),
    )
    .output(paymentPage),
  attention: admin('GET', '/admin/payments/attention', 'Payments that need attention').output(
    paymentsAttention,
  ),
  get: admin('GET', '/admin/payments/{reference}', 'One payment with its history')
    .input(z.object({ reference }))
    .output(paymentDetail),
  check: admin(
    'POST',
    '/admin/payments/{reference}/check',
    'Ask the provider about a payment; changes nothing',
  )
    .input(z.object({ reference }))
    .output(paymentCheck),
  retryEvents: admin('POST', '/admin/payments/events', 'Handle all failing payment webhooks now').output(
    z.object({ count }),
  ),
  retryEvent: admin('POST', '/admin/payments/events/{id}', 'Handle a failing payment webhook now')
    .errors({
      ALREADY_RESOLVED: { status: 409, message: 'This problem is already solved, by an admin or a retry.' },
    })
    // Not the shared `id` type, which turns ids into lower case: the provider’s ids have capital letters.
    .input(z.object({ id: z.string().max(255) }))
    .output(z.object({})),
  decideWaiver: admin(
    'POST',
    '/admin/payments/waivers/{eventId}',
    'Let an event sell tickets without a payout account, or decline the request',
  )
    .errors({
      ALREADY_DECIDED: {
        status: 409,
        message: 'This request no longer exists, or another admin has already decided it.',
      },
    })
    .input(
      z.object({
        eventId: id,
        isGranted: z.boolean(),
        /** The reason, which the organizer sees. */
        reason: z
          .string()
          .overwrite(cleanMultiLineText)
          .min(1, 'Enter a reason.')
          .max(WAIVER_REASON_MAX, `Use at most ${WAIVER_REASON_MAX} characters.`),
      }),
    )
    .output(z.object({})),
  settlement: admin('GET', '/admin/settlements/{eventId}', 'What closing a settlement means for each person')
    .errors(SETTLEMENT_NOT_FOUND)
    .input(z.object({ eventId: id }))
    .output(settlementResult),
  closeSettlement: admin(
    'POST',
    '/admin/settlements/{eventId}/close',
    'Close a settlement that not all sides have accepted',
  )
    .errors({
      ...SETTLEMENT_NOT_FOUND,
      SETTLED: { status: 409, message: 'This settlement is already final.' },
      NOT_READY: { status: 409, message: 'Tickets of this event are still being sold.' },
      TOO_EARLY: {
        status: 409,
        message: `A settlement can be closed ${CLOSE_AFTER_DAYS} days after it became ready.`,
      },
      NOT_BALANCED: {
        status: 409,
        message: 'The shares don’t add up to the event’s balance. Look up this event in the server log.',
      },
      FIGURES_CHANGED: { status: 409, message: 'A figure has changed. Check the result and close it again.' },
    })
    .input(
      z.object({
        eventId: id,
        digest: z.string().max(100),
        reason: z
          .string()
          .overwrite(cleanMultiLineText)
          .min(1, 'Enter a reason. All sides will see it.')
          .max(CLOSE_REASON_MAX, `Use at most ${CLOSE_REASON_MAX} characters.`),
      }),
    )
    .output(z.object({})),
}
