import { findPeopleOf } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'
import { findDeskOrder } from './find-refundable'
import { takeBack, type TakenBack } from './take-back'

/** The organizer sends the money of an order back, or that of some of its tickets; tickets that are in stay. */
export async function refundByDesk(
  context: Context,
  by: { orderId: string; ticketIds?: readonly string[] | undefined } | { ticketId: string },
  reason: string,
): Promise<TakenBack> {
  const ticketIds = 'ticketId' in by ? [by.ticketId] : by.ticketIds
  const result = await context.db.transaction().execute(async (trx) => {
    const order = await findDeskOrder(trx, signedIn(context), by)
    if (!order) return { taken: { outcome: 'not_found' } as const, team: [] }
    if (ticketIds?.some((id) => !isId(id))) return { taken: { outcome: 'gone' } as const, team: [] }
    const taken = await takeBack(trx, context, order, {
      ticketIds,
      reason: sentence(reason),
      by: 'organizer',
    })
    return { taken, team: await findPeopleOf(trx, order.eventId) }
  })
  if (result.taken.outcome === 'refunded') {
    context.doors.tell(result.taken.eventId)
    context.live.publish(result.team, ['events'])
    context.live.publish(result.taken.people, ['ticketing'])
  }
  return result.taken
}

/** Buyers read it between other sentences. */
function sentence(reason: string): string {
  return /[.!?…]$/u.test(reason) ? reason : `${reason}.`
}
