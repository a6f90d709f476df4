import { MAX_PER_TYPE } from '../rules/selection'
import { findAvailability } from './availability'
import { getBookingPayments } from './booking-payments/get-booking-payments'
import { openBookingPayment } from './booking-payments/open-booking-payment'
import { cancelOrder } from './cancel-order'
import { getDispute, listOpenDisputes } from './disputes/get-dispute'
import { respondToDispute } from './disputes/respond-to-dispute'
import { getOrder, listOpenOrders } from './get-order'
import { calls } from './call-implementer'
import { listOrders } from './list-orders'
import { decideSandboxPayment, getSandboxPayment } from './payments/sandbox-page'
import { checkStripePayment, getStripePayment, startStripePayment } from './payments/stripe/stripe-page'
import { refundsCalls, salesCalls } from './refunds/calls'
import { refuse } from './refused-error'
import { reserveForBuyer } from './reserve-for-buyer'
import { startPayment } from './start-payment'
import { promo, types, unlock } from './ticket-types/calls'

export const ordersCalls = calls.router({
  types,
  promo,
  unlock,
  terms: calls.terms.handler(async ({ context: { payments, settings } }) => {
    const { feeBasisPoints, holdMinutes } = await settings.read()
    return { provider: payments.provider, feeBasisPoints, holdMinutes, maxPerType: MAX_PER_TYPE }
  }),
  availability: calls.availability.handler(async ({ context, input }) => {
    const available = await findAvailability(context, input.eventId)
    if (!available) throw refuse('NOT_FOUND')
    return available
  }),
  reserve: calls.reserve.handler(({ context, input }) => reserveForBuyer(context, input)),
  getOrder: calls.getOrder.handler(({ context, input }) => getOrder(context, input.id)),
  openOrders: calls.openOrders.handler(async ({ context }) => ({ orders: await listOpenOrders(context) })),
  startPayment: calls.startPayment.handler(({ context, input }) => startPayment(context, input)),
  cancelOrder: calls.cancelOrder.handler(async ({ context, input }) => {
    const status = await cancelOrder(context, input)
    if (status === undefined) throw refuse('NOT_FOUND')
    if (status === 'confirmed') throw refuse('ORDER_CLOSED')
    return { status }
  }),
  listOrders: calls.listOrders.handler(({ context, input }) => listOrders(context, input)),
  refunds: refundsCalls,
  disputes: {
    list: calls.disputes.list.handler(async ({ context, input }) => ({
      disputes: await listOpenDisputes(context, input.eventId),
    })),
    get: calls.disputes.get.handler(({ context, input }) => getDispute(context, input.id)),
    submit: calls.disputes.submit.handler(({ context, input: { id, note } }) =>
      respondToDispute(context, id, { kind: 'evidence', note }),
    ),
    accept: calls.disputes.accept.handler(({ context, input }) =>
      respondToDispute(context, input.id, { kind: 'acceptance' }),
    ),
  },
  sales: salesCalls,
  bookingPayments: {
    get: calls.bookingPayments.get.handler(({ context, input }) =>
      getBookingPayments(context, input.bookingId),
    ),
    pay: calls.bookingPayments.pay.handler(({ context, input }) => openBookingPayment(context, input)),
  },
  stripe: {
    get: calls.stripe.get.handler(({ context, input }) => getStripePayment(context, input.reference)),
    start: calls.stripe.start.handler(({ context, input }) => startStripePayment(context, input)),
    check: calls.stripe.check.handler(({ context, input }) => checkStripePayment(context, input.reference)),
  },
  sandbox: {
    get: calls.sandbox.get.handler(({ context, input }) => getSandboxPayment(context, input.reference)),
    decide: calls.sandbox.decide.handler(({ context, input }) => decideSandboxPayment(context, input)),
  },
})
