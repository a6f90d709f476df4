import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { findHolderOrder } from './find-order'
import { refuse } from '../refused-error'
import { type Refunded, refundOrder } from './refund-order'

/**
 * Refunds the caller's own tickets of a rescheduled event during its return period; the money goes to the buyer.
 * Refuses tickets of the order that belong to others. The cents are null for a holder who didn't buy the ticket: the
 * price is the buyer's.
 */
export async function refundOwnTickets(
  context: Context,
  { orderId, ticketIds }: { orderId: string; ticketIds?: readonly string[] | undefined },
): Promise<Refunded<number | null>> {
  const caller = requireCaller(context)
  const { refund, buyerId } = await refundOrder(context, async (trx) => {
    const order = await findHolderOrder(trx, caller, orderId)
    if (!order) throw refuse('NOT_FOUND')
    if (order.refundDeadline === null || order.refundDeadline.getTime() <= context.now().getTime())
      throw refuse('TOO_LATE')
    const own = await listOwnTickets(trx, caller.id, order.id)
    const chosen =
      ticketIds?.map((id) => id.toLowerCase()) ?? own.filter(({ isIn }) => !isIn).map(({ id }) => id)
    if (ticketIds === undefined && chosen.length === 0)
      throw refuse(own.length > 0 ? 'CHECKED_IN' : 'NOTHING_TO_REFUND')
    if (chosen.some((id) => !isId(id) || !own.some((ticket) => ticket.id === id)))
      throw refuse('NOTHING_TO_REFUND')
    return { order, ticketIds: chosen, reason: 'event_rescheduled', by: 'holder' }
  })
  return { ...refund, cents: buyerId === caller.id ? refund.cents : null }
}

async function listOwnTickets(
  trx: Transaction,
  customerId: string,
  orderId: string,
): Promise<{ id: string; isIn: boolean }[]> {
  const { rows } = await sql<{ id: string; isIn: boolean }>`
    select id, checked_in_at is not null as "isIn" from tickets
    where order_id = ${orderId} and customer_id = ${customerId} and status = 'valid' order by id`.execute(trx)
  return rows
}
