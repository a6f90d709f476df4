import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import type { OrderStatus } from '../rules/order-state'
import type { Context } from './context'

/**
 * Releases the caller's own held order; its stock is available when this returns. Returns the order's status:
 * `cancelled`, or its current status when it was not held. Undefined when the order is not the caller's.
 */
export async function cancelOrder(
  context: Pick<Context, 'caller' | 'db'>,
  { orderId }: { orderId: string },
): Promise<OrderStatus | undefined> {
  const { rows } = await sql<{ status: OrderStatus | null }>`
    select cancel_order(${orderId}, ${requireCaller(context).id}) as status`.execute(context.db)
  return rows[0]?.status ?? undefined
}
