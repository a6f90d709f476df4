import { calls } from '../implementer'
import { giveBack } from './give-back'
import { listDeskOrders } from './list-desk-orders'
import { findRefundable } from './look'
import { refundByDesk } from './refund-desk'
import type { TakenBack } from './take-back'

const { look, order, ticket, giveBack: giveBackCall } = calls.refunds

const refusals = { not_found: 'NOT_FOUND', checked_in: 'CHECKED_IN', gone: 'NOTHING_LEFT' } as const

type Refusal = Exclude<TakenBack['outcome'], 'refunded'>

function answerOf<Cents extends number | null>(
  result:
    | { outcome: Refusal }
    | { outcome: 'refunded'; cents: Cents; tickets: { id: string; number: string }[]; isWhole: boolean },
  errors: Readonly<Record<(typeof refusals)[Refusal], () => Error>>,
): { cents: Cents; tickets: { id: string; number: string }[]; isWhole: boolean } {
  if (result.outcome !== 'refunded') throw errors[refusals[result.outcome]]()
  const { cents, tickets, isWhole } = result
  return { cents, tickets, isWhole }
}

export const refundsCalls = {
  look: look.handler(async ({ context, input, errors }) => {
    const found = await findRefundable(context, input)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
  order: order.handler(async ({ context, input, errors }) => {
    const { orderId, ticketIds, reason } = input
    return answerOf(await refundByDesk(context, { orderId, ticketIds }, reason), errors)
  }),
  ticket: ticket.handler(async ({ context, input, errors }) =>
    answerOf(await refundByDesk(context, { ticketId: input.ticketId }, input.reason), errors),
  ),
  giveBack: giveBackCall.handler(async ({ context, input, errors }) => {
    const result = await giveBack(context, input)
    if (result.outcome === 'too_late') throw errors.TOO_LATE()
    return answerOf(result, errors)
  }),
}

export const salesCalls = {
  orders: calls.sales.orders.handler(async ({ context, input, errors }) => {
    const found = await listDeskOrders(context, input)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
}
