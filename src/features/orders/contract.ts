import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { currency, defineCalls, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { bookingPayments } from './contract-booking-payments'
import { disputes } from './contract-disputes'
import { refunds, sales } from './contract-refunds'
import {
  cents,
  emailNeeded,
  id,
  order,
  orderStatus,
  orderSummary,
  payment,
  reservation,
} from './contract-shapes'
import { stripe } from './contract-stripe'
import { typesContract } from './contract-types'
import { readSaleCode } from './rules/sale-code'
import { MAX_PER_ORDER, MAX_PER_TYPE } from './rules/selection'
import { CAPTCHA_FAILED, ORDER_NOT_FOUND } from './rules/error-messages'
import { TRAFFIC_SOURCES } from '~/features/events/rules/traffic-source'

/** Accepts any text: a malformed code is treated as unknown, not as a validation error. */
const enteredCode = z
  .string()
  .max(40)
  .overwrite((typed) => readSaleCode(cleanSingleLineText(typed)))
const own = defineCalls('orders', 'signed_in')
const open = defineCalls('orders', 'public')
const buyerName = z
  .string()
  .overwrite(cleanSingleLineText)
  .min(1, 'Enter a name')
  .max(100, 'At most 100 characters')

export type { EventOfOrder, Order, OrderSummary } from './contract-shapes'

const paymentNotFound = { NOT_FOUND: { status: 404, message: 'Payment not found.' } }
const orderNotFound = { NOT_FOUND: { status: 404, message: ORDER_NOT_FOUND } }
const noPayments = { CHECKOUT_COMING_SOON: { status: 409, message: 'Checkout coming soon!' } }
const aboutType = z.object({ ticketTypeId: id, name: z.string() })

export const sandboxPayment = z.object({
  reference: z.string(),
  status: payment.shape.status,
  processingSince: instant.nullable(),
  amountCents: cents,
  currency,
  /** `order` or `booking`. */
  subject: z.enum(['order', 'booking']),
  /** The number of the order or the booking, such as BK-2026-0417. */
  number: z.string(),
  eventTitle: z.string(),
  returnUrl: z.string(),
})

export const ordersContract = {
  ...typesContract,
  terms: open('GET', '/ticketing/terms', 'Service fee, hold time, and whether payment is available').output(
    z.object({
      provider: z.enum(['sandbox', 'stripe', 'none']),
      feeBasisPoints: z.int(),
      holdMinutes: z.number(),
      maxPerType: z.int(),
    }),
  ),

  availability: open('GET', '/events/{eventId}/availability', 'Available tickets of each ticket type, now')
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Event not found' } })
    .input(z.object({ eventId: id }))
    .output(z.object({ types: z.array(z.object({ id, remaining: z.int(), isOnSale: z.boolean() })) })),

  reserve: own(
    'POST',
    '/orders',
    'Hold tickets, replacing your open order of this event; free tickets are confirmed immediately',
  )
    .errors({
      SOLD_OUT: {
        status: 409,
        message: 'Those tickets just sold out. Choose other tickets.',
        data: aboutType.extend({ remaining: z.int() }),
      },
      EVENT_NOT_FOUND: { status: 404, message: 'Event not found' },
      TICKET_TYPE_NOT_FOUND: {
        status: 404,
        message: 'These tickets belong to another event. Reload the page.',
      },
      EVENT_OVER: { status: 409, message: 'This event is over. Choose another event.' },
      EVENT_CANCELLED: { status: 409, message: 'This event was canceled. Choose another event.' },
      NOT_ON_SALE: {
        status: 409,
        message: 'These tickets aren’t on sale now. Reload the page to see what’s available.',
        data: aboutType.optional(),
      },
      EMPTY_SELECTION: { status: 422, message: 'Choose at least one ticket.' },
      TOO_MANY: {
        status: 422,
        message: `You can order at most ${MAX_PER_TYPE} of each ticket type. Choose fewer.`,
        data: z.object({ ticketTypeId: id }),
      },
      PROMO_UNKNOWN: {
        status: 404,
        message: 'That promo code isn’t valid for this event. Check it for typos, or remove it.',
      },
      PROMO_NOT_ACTIVE: {
        status: 409,
        message: 'This promo code isn’t valid today. Remove it to buy at full price.',
      },
      PROMO_USED_UP: {
        status: 409,
        message: 'This promo code has reached its limit. Remove it to buy at full price.',
      },
      PROMO_USED_BY_YOU: {
        status: 409,
        message: 'You have already used this promo code. Remove it to buy at full price.',
      },
      TOO_MANY_IN_ALL: {
        status: 422,
        message: `You can order at most ${MAX_PER_ORDER} tickets. Choose fewer.`,
      },
      HOLD_LIMIT_REACHED: {
        status: 409,
        message: 'You held tickets for this event twice without paying. You can try again within an hour.',
      },
      FREE_LIMIT_REACHED: {
        status: 409,
        message: `You’ve reached the limit of free tickets for this event: ${MAX_PER_TYPE} of each ticket type per account.`,
      },
      NETWORK_FULL: {
        status: 409,
        message: 'Many people on your network are paying for tickets right now. Try again in a few minutes.',
      },
      EMAIL_UNVERIFIED: {
        status: 403,
        message:
          'Your network has received many free tickets. To get yours, verify your email with the link that we sent you.',
      },
      OPEN_ORDER_PAYING: {
        status: 409,
        message: 'Your payment for this event is being processed. Wait for it, then order more.',
      },
      CAPTCHA_FAILED: { status: 400, message: CAPTCHA_FAILED },
      KEY_REUSED: { status: 409, message: 'This key belongs to another selection. Use a new one.' },
      ...emailNeeded,
      ...noPayments,
    })
    .input(
      z.object({
        eventId: id,
        /**
         * The idempotency key, created once per selection of tickets: a repeated request with the same content
         * returns the same order.
         */
        clientKey: id,
        items: z.array(z.object({ ticketTypeId: id, quantity: z.int().min(0).max(1_000_000) })).max(50),
        source: z.enum(TRAFFIC_SOURCES).nullish(),
        accessCode: enteredCode.nullish(),
        promoCode: enteredCode.nullish(),
        /** A token of the CAPTCHA that `events.get` names. Not required for a retry with the same key. */
        captcha: z.string().max(8000).optional(),
      }),
    )
    .output(reservation),

  getOrder: own('GET', '/orders/{id}', 'One of your orders, with everything that checkout shows')
    .meta({ scope: 'orders:read' })
    .errors(orderNotFound)
    .input(z.object({ id }))
    .output(order),

  openOrders: own(
    'GET',
    '/orders/open',
    'Your orders that hold tickets, and those that expired within the last half hour',
  ).output(z.object({ orders: z.array(order) })),

  startPayment: own('POST', '/orders/{orderId}/payment', 'Start a payment; returns the address of its page')
    .errors({
      ...orderNotFound,
      ...noPayments,
      ORDER_EXPIRED: { status: 409, message: 'Your hold has expired. Choose your tickets again.' },
      ORDER_CLOSED: {
        status: 409,
        message: 'There is nothing left to pay on this order. Open it in your Order History.',
      },
      TOTAL_TOO_SMALL: {
        status: 409,
        message: 'This total is too small to be paid by card. Choose more tickets.',
      },
    })
    // The attendee's name and email are stored on the order. Omit them to use those of the account.
    .input(
      z.object({
        orderId: id,
        buyerName: buyerName.optional(),
        buyerEmail: z.email('Enter an address such as name@example.com').max(254).optional(),
      }),
    )
    .output(z.object({ redirectUrl: z.string() })),

  cancelOrder: own('POST', '/orders/{orderId}/cancel', 'Release held tickets')
    .errors({
      ...orderNotFound,
      ORDER_CLOSED: {
        status: 409,
        message: 'This order is already paid. Ask the organizer for a refund instead.',
      },
    })
    .input(z.object({ orderId: id }))
    .output(z.object({ status: orderStatus })),

  listOrders: own('GET', '/orders', 'Your orders, newest first')
    .meta({ scope: 'orders:read' })
    .input(z.object({ after: pageAfter(timeCursor), limit: pageLimit(100, 50) }))
    .output(z.object({ orders: z.array(orderSummary), nextCursor })),

  refunds,
  disputes,
  sales,
  stripe,
  bookingPayments,

  // The sandbox's hosted payment page, /pay/sandbox/{reference}. The reference is the only credential, as with any
  // provider.
  sandbox: {
    get: open('GET', '/payments/sandbox/{reference}', 'Get a sandbox payment')
      .errors(paymentNotFound)
      .input(z.object({ reference: z.string().max(100) }))
      .output(sandboxPayment),
    decide: open('POST', '/payments/sandbox/{reference}', 'Approve or decline a sandbox payment')
      .errors(paymentNotFound)
      .input(
        z.object({
          reference: z.string().max(100),
          /**
           * `approve_later` approves after 30 seconds, `approve_too_late` after the hold has expired. The page's
           * fourth choice simulates a customer who never comes back, and makes no call.
           */
          decision: z.enum(['approve', 'decline', 'approve_later', 'approve_too_late']),
        }),
      )
      .output(sandboxPayment.pick({ status: true, returnUrl: true })),
  },
}
