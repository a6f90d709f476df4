import { decideWaiver } from '~/features/events/server/public'
import { closeSettlement, findSettlementResult } from '~/features/settlements/server/public'
import { calls } from '../call-implementer'
import { refreshAdminPages } from '../refresh-admin-pages'
import { refuse } from '../refused-error'
import { checkPayment } from './check-payment'
import { getPaymentsAttention } from './get-payments-attention'
import { listPayments } from './list-payments'
import { retryEvent, retryEvents } from './retry-event'
import { viewPayment } from './view-payment'

const payments = calls.payments

export const paymentCalls = payments.router({
  list: payments.list.handler(({ context, input }) => listPayments(context.db, input)),
  attention: payments.attention.handler(({ context }) => getPaymentsAttention(context)),
  get: payments.get.handler(({ context, input }) => viewPayment(context.db, input.reference)),
  check: payments.check.handler(({ context, input }) => checkPayment(context, input.reference)),
  retryEvents: payments.retryEvents.handler(async ({ context }) => {
    const count = await retryEvents(context)
    await refreshAdminPages(context)
    return { count }
  }),
  retryEvent: payments.retryEvent.handler(async ({ context, input }) => {
    await retryEvent(context, input.id)
    await refreshAdminPages(context)
    return {}
  }),
  decideWaiver: payments.decideWaiver.handler(async ({ context, input }) => {
    if (!(await decideWaiver(context, input))) throw refuse('ALREADY_DECIDED')
    await refreshAdminPages(context)
    return {}
  }),
  settlement: payments.settlement.handler(async ({ context, input }) => {
    const result = await findSettlementResult(context.db, input.eventId)
    if (result === undefined) throw refuse('NOT_FOUND')
    return result
  }),
  closeSettlement: payments.closeSettlement.handler(async ({ context, input }) => {
    const outcome = await closeSettlement(context, input)
    if (outcome !== 'closed') throw refuse(outcome)
    await refreshAdminPages(context)
    return {}
  }),
})
