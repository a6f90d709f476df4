import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { lockEventOfOrder } from './check-covered'
import { findOrderOfOwnEvent } from './find-order'
import { refuse } from '../refused-error'
import { type Refunded, refundOrder } from './refund-order'

/** Refunds an order, or some of its tickets, for the organizer of its event. Checked-in tickets stay valid. */
export async function refundByOrganizer(
  context: Context,
  by: { orderId: string; ticketIds?: readonly string[] | undefined } | { ticketId: string },
  reason: string,
): Promise<Refunded> {
  const ticketIds = 'ticketId' in by ? [by.ticketId] : by.ticketIds
  const { refund } = await refundOrder(context, async (trx) => {
    const order = await findOrderOfOwnEvent(trx, requireCaller(context), by)
    if (!order) throw refuse('NOT_FOUND')
    if (ticketIds?.some((id) => !isId(id))) throw refuse('NOTHING_TO_REFUND')
    await lockEventOfOrder(trx, order.eventId)
    return { order, ticketIds, reason: addFullStop(reason), by: 'organizer' }
  })
  return refund
}

/** Ends the reason with a full stop: emails show it between other sentences. Stored reason codes never end with one. */
function addFullStop(reason: string): string {
  return /[.!?…]$/u.test(reason) ? reason : `${reason}.`
}
