import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { currency, defineCalls, id, instant, nextCursor, pageAfter } from '~/platform/rpc/contract'
import { eventOfOrder, refundState } from './contract-shapes'
import { MAX_REFUND_REASON_LENGTH } from './rules/refund-share'
import { ORDER_NOT_FOUND } from './rules/error-messages'

const inArea = defineCalls('orders', 'members_area')
// Open to every signed-in caller, because a ticket holder may be a customer without access to the members' area.
const own = defineCalls('orders', 'signed_in')
const cents = z.int().min(0)

const going = {
  CHECKED_IN: { status: 409, message: 'Checked-in tickets can’t be refunded.' },
  DISPUTED: {
    status: 409,
    message:
      'The buyer’s bank is deciding about this payment. A refund now could pay the buyer twice. Wait for its decision.',
  },
  NOT_COVERED: {
    status: 409,
    message:
      'The DJs were paid from these ticket sales, and your part of the event doesn’t cover the refund. Refund fewer tickets.',
  },
  NOTHING_TO_REFUND: { status: 409, message: 'There is nothing left to refund.' },
}
const reason = z
  .string()
  .overwrite(cleanSingleLineText)
  .min(1, 'Enter a short reason. The buyer reads it.')
  .max(MAX_REFUND_REASON_LENGTH, `Use at most ${MAX_REFUND_REASON_LENGTH} characters.`)
const ticketIds = z.array(id).min(1).max(500)
const refundResult = z.object({
  cents,
  currency,
  tickets: z.array(z.object({ id, number: z.string() })),
  isComplete: z.boolean(),
})

const money = z.object({
  currency,
  /** The price of all tickets of the order, including added tax. */
  ticketsCents: cents,
  feeCents: cents,
  /** The amount of the order that is already refunded, with its share of the fee. */
  refundedCents: cents,
  lines: z.array(
    z.object({
      ticketTypeId: id,
      name: z.string(),
      quantity: z.int(),
      /** Price of all seats of this line after discounts, with the tax that was added, without the fee. */
      moneyCents: cents,
      quantityRefunded: z.int(),
      refundedCents: cents,
    }),
  ),
})

export const refundableOrder = z.object({
  id,
  orderNumber: z.string(),
  eventTitle: z.string(),
  buyerName: z.string(),
  /**
   * Null for the recipient of a transferred ticket: the rest of the order and its price stay between the buyer and the
   * organizer.
   */
  money: money.nullable(),
  tickets: z.array(
    z.object({
      id,
      number: z.string(),
      ticketTypeId: id,
      typeName: z.string(),
      holderName: z.string(),
      status: z.enum(['valid', 'cancelled', 'refunded']),
      checkedInAt: instant.nullable(),
      isYours: z.boolean(),
    }),
  ),
  /** Holders can refund their own tickets until this time; null when they can't. */
  refundDeadline: instant.nullable(),
  /** Whether the caller may refund the full order. */
  isOrganizerView: z.boolean(),
})
export type RefundableOrder = z.output<typeof refundableOrder>

export const dashboardOrder = z.object({
  id,
  orderNumber: z.string(),
  status: z.enum(['confirmed', 'refunded']),
  buyer: z.object({ name: z.string(), email: z.string() }),
  isComp: z.boolean(),
  totalCents: cents,
  refundedCents: cents,
  confirmedAt: instant,
  tickets: z.array(
    z.object({
      id,
      number: z.string(),
      typeName: z.string(),
      holderName: z.string(),
      status: z.enum(['valid', 'cancelled', 'refunded']),
      checkedInAt: instant.nullable(),
    }),
  ),
})

export const dashboardRefund = z.object({
  id,
  orderNumber: z.string(),
  /** Empty after the buyer deleted their account. */
  buyerName: z.string(),
  tickets: z.array(z.object({ name: z.string(), quantity: z.int() })),
  state: refundState,
  amountCents: cents,
  approvedAt: instant,
  sentAt: instant.nullable(),
  paidAt: instant.nullable(),
  /** The bank's code for rejecting the refund. */
  rejection: z.string().nullable(),
  /** How the refund was paid without the provider, in the state `paid_another_way`. */
  otherPayment: z.string().nullable(),
})
export type DashboardRefund = z.output<typeof dashboardRefund>

export const eventRefunds = z.object({
  event: eventOfOrder,
  /** The sums of all refunds of the event, with their share of the fee. */
  sums: z.object({
    count: z.int(),
    approvedCents: cents,
    /** The sum of refunds that were sent to the banks and not rejected. */
    sentCents: cents,
    /** The number of refunds that the provider's balance doesn't cover yet. */
    waiting: z.int(),
    waitingCents: cents,
  }),
  refunds: z.array(dashboardRefund),
  nextCursor,
})
export type EventRefunds = z.output<typeof eventRefunds>

export const refunds = {
  getRefundable: own('GET', '/orders/{orderId}/refundable', 'Refundable tickets and amounts of an order')
    .errors({ NOT_FOUND: { status: 404, message: ORDER_NOT_FOUND } })
    .input(z.object({ orderId: id }))
    .output(refundableOrder),

  order: inArea('POST', '/orders/{orderId}/refund', 'Refund an order, or some of its tickets')
    .errors({ NOT_FOUND: { status: 404, message: 'Order not found' }, ...going })
    // Without `ticketIds`, refunds all refundable tickets; checked-in tickets stay valid. CHECKED_IN then means that
    // all tickets are checked in.
    .input(z.object({ orderId: id, ticketIds: ticketIds.optional(), reason }))
    .output(refundResult),

  ticket: inArea('POST', '/tickets/{ticketId}/refund', 'Refund one ticket')
    .errors({ NOT_FOUND: { status: 404, message: 'Ticket not found' }, ...going })
    .input(z.object({ ticketId: id, reason }))
    .output(refundResult),

  own: own(
    'POST',
    '/orders/{orderId}/give-back',
    'Refund your own tickets to a rescheduled event; the money goes to the buyer',
  )
    .errors({
      NOT_FOUND: { status: 404, message: ORDER_NOT_FOUND },
      ...going,
      TOO_LATE: { status: 409, message: 'The return period is over, so these tickets can’t be refunded.' },
    })
    .input(z.object({ orderId: id, ticketIds: ticketIds.optional() }))
    .output(
      refundResult.extend({
        /** The refunded amount; null when the caller did not pay for the tickets. */
        cents: cents.nullable(),
      }),
    ),
}

export const sales = {
  orders: inArea('GET', '/events/{eventId}/orders', 'Confirmed and refunded orders of an event, newest first')
    .meta({ scope: 'orders:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(
      z.object({
        eventId: id,
        /** Searches names, email addresses and order numbers. */
        q: z.string().overwrite(cleanSingleLineText).max(100).optional(),
        after: pageAfter(timeCursor),
      }),
    )
    .output(z.object({ orders: z.array(dashboardOrder), nextCursor })),

  refunds: inArea(
    'GET',
    '/events/{eventId}/refunds',
    'Refunds of an event’s tickets, newest first, with their sums',
  )
    .meta({ scope: 'orders:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ eventId: id, after: pageAfter(timeCursor) }))
    .output(eventRefunds),

  payRefundAnotherWay: inArea(
    'POST',
    '/events/{eventId}/refunds/paid-another-way',
    'Record that a failed refund was paid without the provider',
  )
    .errors({
      NOT_FOUND: { status: 404, message: 'Event not found' },
      NOT_FAILED: {
        status: 409,
        message: 'This refund is being sent again, or it was already paid. Reload to see its status.',
      },
    })
    .input(
      z.object({
        eventId: id,
        refundId: id,
        otherPayment: z
          .string()
          .overwrite(cleanSingleLineText)
          .min(1, 'Say how you paid it. The buyer reads it.')
          .max(MAX_REFUND_REASON_LENGTH, `Use at most ${MAX_REFUND_REASON_LENGTH} characters.`),
      }),
    )
    .output(z.object({})),
}
