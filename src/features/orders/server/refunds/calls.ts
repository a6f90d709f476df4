import { calls } from '../call-implementer'
import { refundOwnTickets } from './refund-own-tickets'
import { listEventOrders } from './list-event-orders'
import { listEventRefunds } from './list-event-refunds'
import { getRefundOptions } from './get-refund-options'
import { payRefundAnotherWay } from './pay-another-way'
import { refundByOrganizer } from './refund-by-organizer'

const { getRefundable, order, ticket, own } = calls.refunds

export const refundsCalls = {
  getRefundable: getRefundable.handler(({ context, input }) => getRefundOptions(context, input)),
  order: order.handler(({ context, input: { reason, ...by } }) => refundByOrganizer(context, by, reason)),
  ticket: ticket.handler(({ context, input: { reason, ...by } }) => refundByOrganizer(context, by, reason)),
  own: own.handler(({ context, input }) => refundOwnTickets(context, input)),
}

export const salesCalls = {
  orders: calls.sales.orders.handler(({ context, input }) => listEventOrders(context, input)),
  refunds: calls.sales.refunds.handler(({ context, input }) => listEventRefunds(context, input)),
  payRefundAnotherWay: calls.sales.payRefundAnotherWay.handler(async ({ context, input }) => {
    await payRefundAnotherWay(context, input)
    return {}
  }),
}
