import { calls } from '../implementer'
import { refundByHolder } from './refund-by-holder'
import { listEventOrders } from './list-event-orders'
import { getRefundOptions } from './get-refund-options'
import { refundByOrganizer } from './refund-by-organizer'
import type { RefundOutcome } from './refund-tickets'

const { getRefundable, order, ticket, own } = calls.refunds

const errorCodes = { not_found: 'NOT_FOUND', checked_in: 'CHECKED_IN', gone: 'NOTHING_TO_REFUND' } as const

type Failure = Exclude<RefundOutcome['outcome'], 'refunded'>

function getRefundResult<Cents extends number | null>(
  result:
    | { outcome: Failure }
    | { outcome: 'refunded'; cents: Cents; tickets: { id: string; number: string }[]; isComplete: boolean },
  errors: Readonly<Record<(typeof errorCodes)[Failure], () => Error>>,
): { cents: Cents; tickets: { id: string; number: string }[]; isComplete: boolean } {
  if (result.outcome !== 'refunded') throw errors[errorCodes[result.outcome]]()
  const { cents, tickets, isComplete } = result
  return { cents, tickets, isComplete }
}

export const refundsCalls = {
  getRefundable: getRefundable.handler(async ({ context, input, errors }) => {
    const found = await getRefundOptions(context, input)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
  order: order.handler(async ({ context, input, errors }) => {
    const { orderId, ticketIds, reason } = input
    return getRefundResult(await refundByOrganizer(context, { orderId, ticketIds }, reason), errors)
  }),
  ticket: ticket.handler(async ({ context, input, errors }) =>
    getRefundResult(await refundByOrganizer(context, { ticketId: input.ticketId }, input.reason), errors),
  ),
  own: own.handler(async ({ context, input, errors }) => {
    const result = await refundByHolder(context, input)
    if (result.outcome === 'refunded') return getRefundResult(result, errors)
    if (result.outcome === 'too_late') throw errors.TOO_LATE()
    return getRefundResult({ outcome: result.outcome }, errors)
  }),
}

export const salesCalls = {
  orders: calls.sales.orders.handler(async ({ context, input, errors }) => {
    const found = await listEventOrders(context, input)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
}
