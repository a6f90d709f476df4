import { calls } from '../implementer'

const { look, order, ticket, giveBack } = calls.refunds

export const refundsCalls = {
  look: look.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  order: order.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  ticket: ticket.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  giveBack: giveBack.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
}

export const salesCalls = {
  orders: calls.sales.orders.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
}
