import { sql } from 'kysely'
import { signedIn } from '~/platform/rpc/context'
import type { OrderStatus } from '../rules/order-state'
import type { Context } from './context'

/**
 * Gives the caller's own held order back; its stock is free as soon as this returns. Answers the order's status: `cancelled`
 * or, where there was nothing left to give back, what it is. Undefined when it is not theirs.
 */
export async function cancelOrder(
  context: Pick<Context, 'caller' | 'db'>,
  { orderId }: { orderId: string },
): Promise<OrderStatus | undefined> {
  const { rows } = await sql<{ status: OrderStatus | null }>`
    select cancel_order(${orderId}, ${signedIn(context).id}) as status`.execute(context.db)
  return rows[0]?.status ?? undefined
}
