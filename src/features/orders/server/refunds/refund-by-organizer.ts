import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { findOrderOfOwnEvent } from './find-order'
import { type AllowedRefund, refundOrder } from './refund-order'

type RefundFailure = { outcome: 'not_found' | 'gone' }

/** Refunds an order, or some of its tickets, for the organizer of its event. Checked-in tickets stay valid. */
export function refundByOrganizer(
  context: Context,
  by: { orderId: string; ticketIds?: readonly string[] | undefined } | { ticketId: string },
  reason: string,
) {
  const ticketIds = 'ticketId' in by ? [by.ticketId] : by.ticketIds
  return refundOrder(context, async (trx): Promise<AllowedRefund | RefundFailure> => {
    const order = await findOrderOfOwnEvent(trx, signedIn(context), by)
    if (!order) return { outcome: 'not_found' }
    if (ticketIds?.some((id) => !isId(id))) return { outcome: 'gone' }
    return { order, ticketIds, reason: addFullStop(reason), by: 'organizer' }
  })
}

/** Adds a full stop: emails show the reason between other sentences, and no code ends with one. */
function addFullStop(reason: string): string {
  return /[.!?…]$/u.test(reason) ? reason : `${reason}.`
}
