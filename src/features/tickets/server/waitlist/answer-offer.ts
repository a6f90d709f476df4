import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { cancelOrder, acceptOffer } from '~/features/orders/server/public'
import type { Context } from '../context'

type CallerContext = Pick<Context, 'caller' | 'db'>

/** Passes an offer to the next customer on the waitlist. Idempotent, also after expiry. */
export async function passOffer(
  context: CallerContext,
  { id }: { id: string },
): Promise<'done' | 'bought' | 'not_found'> {
  const orderId = await findOffer(context, id)
  if (orderId === undefined) return 'not_found'
  const status = await cancelOrder(context, { orderId })
  if (status === undefined) return 'not_found'
  return status === 'confirmed' || status === 'refunded' ? 'bought' : 'done'
}

/** Accepts an offer of free tickets. */
export async function acceptFreeOffer(
  context: CallerContext,
  { id }: { id: string },
): Promise<{ orderId: string } | 'to_pay' | 'lapsed' | 'not_found'> {
  const orderId = await findOffer(context, id)
  if (orderId === undefined) return 'not_found'
  const status = await acceptOffer(context.db, { orderId, customerId: signedIn(context).id })
  if (status === 'confirmed') return { orderId }
  if (status === 'to_pay') return 'to_pay'
  return status === undefined ? 'not_found' : 'lapsed'
}

async function findOffer({ caller, db }: CallerContext, id: string): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const entry = await db
    .selectFrom('waitlist_entries')
    .select('order_id')
    .where('id', '=', id)
    .where('customer_id', '=', signedIn({ caller }).id)
    .executeTakeFirst()
  return entry?.order_id ?? undefined
}
