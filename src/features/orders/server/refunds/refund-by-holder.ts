import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { findHolderOrder } from './find-order'
import { type AllowedRefund, type Refunded, refundOrder } from './refund-order'

type RefundFailure = { outcome: 'not_found' | 'checked_in' | 'gone' | 'too_late' }
type HolderRefund =
  | RefundFailure
  // Null for a holder who didn't buy the ticket: the price is the buyer's.
  | (Omit<Refunded, 'cents'> & { cents: number | null })

/**
 * Refunds the caller's own tickets of a rescheduled event during its return period; the money goes to the buyer.
 * Refuses tickets of the order that belong to others.
 */
export async function refundByHolder(
  context: Context,
  { orderId, ticketIds }: { orderId: string; ticketIds?: readonly string[] | undefined },
): Promise<HolderRefund> {
  const caller = signedIn(context)
  const result = await refundOrder(context, async (trx): Promise<AllowedRefund | RefundFailure> => {
    const order = await findHolderOrder(trx, caller, orderId)
    if (!order) return { outcome: 'not_found' }
    if (order.refundDeadline === null || order.refundDeadline.getTime() <= context.now().getTime())
      return { outcome: 'too_late' }
    const own = await listOwnTickets(trx, caller.id, order.id)
    const chosen =
      ticketIds?.map((id) => id.toLowerCase()) ?? own.filter(({ isIn }) => !isIn).map(({ id }) => id)
    if (ticketIds === undefined && chosen.length === 0)
      return { outcome: own.length > 0 ? 'checked_in' : 'gone' }
    if (chosen.some((id) => !isId(id) || !own.some((ticket) => ticket.id === id))) return { outcome: 'gone' }
    return { order, ticketIds: chosen, reason: 'event_rescheduled', by: 'holder' }
  })
  if (result.outcome !== 'refunded') return result
  return { ...result, cents: result.buyerId === caller.id ? result.cents : null }
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
