import { z } from 'zod'
import { currency, instant, tax } from '~/platform/rpc/contract'
import { REFUND_STATES } from './rules/refund-state'
import { ORDER_STATUSES } from './rules/order-state'
import { EMAIL_NEEDED } from './rules/error-messages'

export const cents = z.int()
export const id = z.uuid()
export const orderStatus = z.enum(ORDER_STATUSES)

export const emailNeeded = { EMAIL_NEEDED: { status: 422, message: EMAIL_NEEDED } }

export const ticketStatus = z.enum(['valid', 'cancelled', 'refunded'])

export const eventOfOrder = z.object({
  id,
  title: z.string(),
  eventType: z.string(),
  eventStatus: z.string(),
  eventDate: instant,
  doorsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** The time zone in which the event's times are shown. */
  timezone: z.string(),
  venueName: z.string(),
  venueAddress: z.string(),
  location: z.string(),
  ageRestriction: z.int().nullable(),
  featuredImageUrl: z.string().nullable(),
  /** The host DJ: DJ name, else full name. */
  hostName: z.string().nullable(),
  organizerName: z.string().nullable(),
  /** The currency of the event's prices and of all amounts of its orders. */
  currency,
  /** The organizer's reason for postponing or cancelling; may be empty. */
  statusMessage: z.string(),
  /** The previous date, when the event was moved. */
  movedFrom: instant.nullable(),
  /** Whether the event is postponed without a new date; `eventDate` is then still the old date. */
  isDateOpen: z.boolean(),
  refundableUntil: instant.nullable(),
})
export type EventOfOrder = z.output<typeof eventOfOrder>

export const payment = z.object({
  provider: z.enum(['sandbox', 'stripe']),
  /**
   * started: the customer is on the provider's page. approved: the payment brought tickets. declined: see
   * declineReason; the customer may retry. abandoned: the order ended without this payment. returned: the payment came
   * too late or twice, and is refunded.
   */
  status: z.enum(['started', 'approved', 'declined', 'abandoned', 'returned']),
  /** Since when the bank's decision is pending; checkout then shows its pending screen. */
  processingSince: instant.nullable(),
  declineReason: z.string().nullable(),
  startedAt: instant,
  settledAt: instant.nullable(),
})

/**
 * The numbers of the buyer's valid tickets (before payment: of the ordered tickets), and of those that were
 * transferred, refunded or cancelled.
 */
const ticketCounts = z.object({
  own: z.int(),
  transferred: z.int(),
  refunded: z.int(),
  cancelled: z.int(),
})

export const refundState = z.enum(REFUND_STATES)

const orderRefund = z.object({
  id,
  amountCents: cents,
  state: refundState,
  /** The reason for the refund, as a sentence. */
  reason: z.string(),
  /** Whether the organizer refunded the tickets and wrote the reason. */
  isByOrganizer: z.boolean(),
  /** The method of payment, such as `Visa ending 4242`; null when unknown. */
  method: z.string().nullable(),
  approvedAt: instant,
  sentAt: instant.nullable(),
  paidAt: instant.nullable(),
  failedAt: instant.nullable(),
  /** The bank's code for rejecting the refund. */
  rejection: z.string().nullable(),
  /** The reference by which the buyer's bank can find the refund. */
  bankReference: z.string().nullable(),
  /** How the organizer or an admin paid the refund without the provider, in their own words. */
  otherPayment: z.string().nullable(),
  paidAnotherWayAt: instant.nullable(),
  /** The tickets that the refund made invalid; empty if the payment bought none. */
  ticketNumbers: z.array(z.string()),
})
export type OrderRefund = z.output<typeof orderRefund>

export const order = z.object({
  id,
  orderNumber: z.string(),
  status: orderStatus,
  event: eventOfOrder,
  buyer: z.object({ name: z.string(), email: z.string() }),
  items: z.array(
    z.object({
      ticketTypeId: id,
      name: z.string(),
      quantity: z.int(),
      unitCents: cents,
      discountCents: cents,
      quantityRefunded: z.int(),
      /**
       * The tickets of this type that are available now: after the hold expires, checkout offers to hold the same
       * tickets again.
       */
      remaining: z.int(),
    }),
  ),
  subtotalCents: cents,
  discountCents: cents,
  promoCode: z.string().nullable(),
  /** The tax on the tickets; `addedTaxCents` is 0 unless it was added to the subtotal. */
  tax,
  addedTaxCents: cents,
  feeBasisPoints: z.int(),
  feeCents: cents,
  /** The rate of the tax that the fee includes, in millionths. */
  feeTaxPpm: z.int(),
  totalCents: cents,
  createdAt: instant,
  /** When the hold ends. Count down from `serverNow`, not from the browser's clock. */
  expiresAt: instant,
  /** Whether the hold was extended because the payment provider was slow. This happens once per order. */
  isHoldExtended: z.boolean(),
  /** For an unpaid order: when its buyer may hold tickets of this event again without paying. Null: immediately. */
  holdAgainAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  endedAt: instant.nullable(),
  serverNow: instant,
  payment: payment.nullable(),
  /** The sum of all refunds of the order, completed or pending, with the reason of the latest one. */
  refund: z
    .object({ amountCents: cents, reason: z.string(), status: z.enum(['requested', 'done', 'failed']) })
    .nullable(),
  /** Newest first. */
  refunds: z.array(orderRefund),
  refundedCents: cents,
  ticketCounts,
  tickets: z.array(z.object({ id, ticketNumber: z.string(), ticketTypeId: id, status: ticketStatus })),
  /** False if no payment provider is configured; checkout then says 'Checkout coming soon!'. */
  isPaymentAvailable: z.boolean(),
  /** The email address at which people can contact the site; null if none is set. */
  contactAddress: z.string().nullable(),
})
export type Order = z.output<typeof order>

export const reservation = z.object({
  id,
  orderNumber: z.string(),
  status: orderStatus,
  subtotalCents: cents,
  addedTaxCents: cents,
  feeCents: cents,
  totalCents: cents,
  expiresAt: instant,
  serverNow: instant,
})

export const orderSummary = z.object({
  id,
  orderNumber: z.string(),
  status: orderStatus,
  totalCents: cents,
  ticketCounts,
  refundedCents: cents,
  createdAt: instant,
  expiresAt: instant,
  hasReceipt: z.boolean(),
  event: eventOfOrder,
})
export type OrderSummary = z.output<typeof orderSummary>
