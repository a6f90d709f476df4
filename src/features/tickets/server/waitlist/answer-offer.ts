import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { cancelOrder, acceptOffer } from '~/features/orders/server/public'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type CallerContext = Pick<Context, 'caller' | 'db'>

/** Passes an offer to the next customer on the waitlist. Idempotent, also after expiry. */
export async function passOffer(context: CallerContext, { id }: { id: string }): Promise<void> {
  const status = await cancelOrder(context, { orderId: await getOffer(context, id) })
  if (status === undefined) throw refuse('NOT_FOUND')
  if (status === 'confirmed' || status === 'refunded') throw refuse('BOUGHT')
}

/** Accepts an offer of free tickets. */
export async function acceptFreeOffer(
  context: CallerContext,
  { id }: { id: string },
): Promise<{ orderId: string }> {
  const orderId = await getOffer(context, id)
  const status = await acceptOffer(context.db, { orderId, customerId: requireCaller(context).id })
  if (status === 'confirmed') return { orderId }
  if (status === 'to_pay') throw refuse('PAYMENT_REQUIRED')
  throw refuse(status === undefined ? 'NOT_FOUND' : 'OFFER_EXPIRED')
}

/** Returns the id of an offer's order. */
async function getOffer({ caller, db }: CallerContext, id: string): Promise<string> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const entry = await db
    .selectFrom('waitlist_entries')
    .select('order_id')
    .where('id', '=', id)
    .where('customer_id', '=', requireCaller({ caller }).id)
    .executeTakeFirst()
  if (!entry?.order_id) throw refuse('NOT_FOUND')
  return entry.order_id
}
