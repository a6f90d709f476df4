import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { ORDER_STATES } from './rules/order-state'

const id = z.uuid('Not an id')
const iso = z.iso.datetime()
const cents = z.int().min(0)

/** What a page, a ticket or a mail needs to know of the night. Times in ISO 8601; show them in `timezone`. */
const night = z.object({
  id,
  title: z.string(),
  startsAt: iso,
  doorsAt: iso.nullable(),
  timezone: z.string(),
  venueName: z.string(),
  venueAddress: z.string(),
  location: z.string(),
  ageRestriction: z.int().nullable(),
  imageUrl: z.string().nullable(),
  status: z.enum(['published', 'postponed', 'cancelled']),
})
export type Night = z.output<typeof night>

const orderItem = z.object({
  ticketTypeId: id,
  name: z.string(),
  quantity: z.int().min(1).max(10),
  unitCents: cents,
  /** Neither sold nor held right now: tells whether an expired order can be held again. */
  available: z.int().min(0),
})

const order = z.object({
  id,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATES),
  createdAt: iso,
  expiresAt: iso,
  /** The server's clock when it answered, so that a countdown does not trust the reader's. */
  serverNow: iso,
  holdSeconds: z.int(),
  confirmedAt: iso.nullable(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  subtotalCents: cents,
  feeBasisPoints: z.int(),
  feeCents: cents,
  totalCents: cents,
  refundedCents: cents,
  event: night,
  items: z.array(orderItem),
  ticketCount: z.int(),
  /** The latest payment, if one was started. */
  payment: z
    .object({
      status: z.enum(['started', 'approved', 'declined', 'abandoned']),
      startedAt: iso,
      /** Where to go on paying, while it is open. */
      redirectUrl: z.string().nullable(),
      declineReason: z.string().nullable(),
    })
    .nullable(),
  /** False where no payment provider is configured: then 'Checkout coming soon!'. */
  canPay: z.boolean(),
})
export type Order = z.output<typeof order>

const ticket = z.object({
  id,
  ticketNumber: z.string(),
  status: z.enum(['valid', 'cancelled', 'refunded']),
  checkedInAt: iso.nullable(),
  typeName: z.string(),
  /** "2 of 3" within its order. */
  position: z.int(),
  count: z.int(),
  orderId: id,
  orderNumber: z.string(),
  holderName: z.string(),
  event: night,
})
/** `code` is what the QR code carries; only upcoming, valid tickets have one. */
const ticketWithCode = ticket.extend({ code: z.string().nullable() })
export type Ticket = z.output<typeof ticketWithCode>

const orderSummary = order.pick({ id: true, orderNumber: true, status: true, createdAt: true, totalCents: true, refundedCents: true, ticketCount: true, event: true })
export type OrderSummary = z.output<typeof orderSummary>

const document = z.object({ fileName: z.string(), base64: z.string() })
const mine = call.meta({ access: 'signed_in' })
const orderInput = z.object({ orderId: id })
const ORDER_NOT_FOUND = { status: 404, message: 'Order not found. Look in Order History for the ones that are yours.' } as const
const PAYMENT_NOT_FOUND = { status: 404, message: 'This payment page does not exist or belongs to somebody else.' } as const
const page = z.object({ after: z.string().max(80).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) })

export const ticketingContract = {
  checkoutState: call
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/checkout', tags: ['tickets'], summary: 'Whether tickets can be paid for, and how long they are held' })
    .output(z.object({ canPay: z.boolean(), holdSeconds: z.int(), feeBasisPoints: z.int() })),
  availability: call
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/events/{eventId}/availability', tags: ['tickets'], summary: 'What is neither sold nor held, by ticket type' })
    .input(z.object({ eventId: id }))
    .output(z.object({ ticketTypes: z.array(z.object({ id, available: z.int().min(0) })) })),
  reserve: mine
    .route({ method: 'POST', path: '/orders', tags: ['orders'], summary: 'Hold tickets for ten minutes; free ones are confirmed at once' })
    .errors({
      SOLD_OUT: {
        status: 409,
        message: 'Some of these tickets went while you were choosing.',
        data: z.object({ ticketTypes: z.array(z.object({ id, name: z.string(), available: z.int().min(0) })) }),
      },
      EVENT_NOT_FOUND: { status: 404, message: 'Event not found' },
      NOT_ON_SALE: { status: 409, message: 'These tickets are not on sale.' },
      KEY_REUSED: { status: 409, message: 'This key already stands for another order. Reload the page and choose again.' },
      PAYMENTS_OFF: { status: 503, message: 'Checkout coming soon!' },
    })
    .input(
      z.object({
        eventId: id,
        /** Made by the client once per selection: the same key with the same content is the same order. */
        clientKey: id,
        items: z
          .array(z.object({ ticketTypeId: id, quantity: z.int().min(1, 'Choose at least one').max(10, 'At most 10 of one type') }))
          .min(1, 'Choose at least one ticket')
          .max(20, 'At most 20 ticket types in one order'),
      }),
    )
    .output(z.object({ orderId: id, status: z.enum(ORDER_STATES), expiresAt: iso, totalCents: cents })),
  getOrder: mine
    .route({ method: 'GET', path: '/orders/{orderId}', tags: ['orders'], summary: 'One of your orders' })
    .errors({ NOT_FOUND: ORDER_NOT_FOUND })
    .input(orderInput)
    .output(order),
  listOrders: mine
    .route({ method: 'GET', path: '/orders', tags: ['orders'], summary: 'Your orders, newest first' })
    .input(page)
    .output(z.object({ orders: z.array(orderSummary), nextCursor: z.string().nullable() })),
  startPayment: mine
    .route({ method: 'POST', path: '/orders/{orderId}/payments', tags: ['orders'], summary: 'Go to the payment page of the provider' })
    .errors({
      NOT_FOUND: ORDER_NOT_FOUND,
      ORDER_EXPIRED: { status: 409, message: 'The hold on these tickets has run out. Nothing was charged.' },
      ALREADY_PAID: { status: 409, message: 'This order is already paid.' },
      PAYMENTS_OFF: { status: 503, message: 'Checkout coming soon!' },
    })
    .input(
      orderInput.extend({
        buyerName: z.string().trim().min(1, 'Enter a name').max(100, 'At most 100 characters'),
        buyerEmail: z.email('Enter an email address such as name@example.com').max(254),
      }),
    )
    .output(z.object({ redirectUrl: z.string() })),
  cancelOrder: mine
    .route({ method: 'POST', path: '/orders/{orderId}/cancel', tags: ['orders'], summary: 'Give the held tickets back' })
    .errors({ NOT_FOUND: ORDER_NOT_FOUND, ALREADY_PAID: { status: 409, message: 'This order is already paid.' } })
    .input(orderInput)
    .output(z.object({ status: z.enum(ORDER_STATES) })),
  listTickets: mine
    .route({ method: 'GET', path: '/tickets', tags: ['tickets'], summary: 'Your tickets: upcoming by date, past newest first' })
    .input(page.extend({ when: z.enum(['upcoming', 'past']) }))
    .output(z.object({ tickets: z.array(ticketWithCode), nextCursor: z.string().nullable() })),
  getTicket: mine
    .route({ method: 'GET', path: '/tickets/{ticketId}', tags: ['tickets'], summary: 'One of your tickets' })
    .errors({ NOT_FOUND: { status: 404, message: 'Ticket not found. Look in My Tickets for the ones that are yours.' } })
    .input(z.object({ ticketId: id }))
    .output(ticketWithCode),
  ticketsDocument: mine
    .route({ method: 'GET', path: '/tickets/document', tags: ['tickets'], summary: 'PDF of one ticket or of all tickets of an order, one a page' })
    .input(z.object({ orderId: id.optional(), ticketId: id.optional() }))
    .output(document),
  receiptDocument: mine
    .route({ method: 'GET', path: '/orders/{orderId}/receipt', tags: ['orders'], summary: 'PDF receipt of an order that was paid' })
    .errors({ NOT_FOUND: ORDER_NOT_FOUND })
    .input(orderInput)
    .output(document),
  sandboxPayment: mine
    .route({ method: 'GET', path: '/sandbox/payments/{reference}', tags: ['sandbox'], summary: 'What the sandbox payment page shows' })
    .errors({ NOT_FOUND: PAYMENT_NOT_FOUND })
    .input(z.object({ reference: z.string().max(80) }))
    .output(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        title: z.string(),
        amountCents: cents,
        status: z.enum(['started', 'approved', 'declined', 'abandoned']),
      }),
    ),
  answerSandboxPayment: mine
    .route({ method: 'POST', path: '/sandbox/payments/{reference}', tags: ['sandbox'], summary: 'Behave like a bank' })
    .errors({ NOT_FOUND: PAYMENT_NOT_FOUND })
    .input(
      z.object({
        reference: z.string().max(80),
        /** `approve_later` answers after 30 seconds, `approve_late` after the hold has run out. */
        answer: z.enum(['approve', 'decline', 'approve_later', 'approve_late']),
      }),
    )
    .output(z.object({ orderId: id })),
}
