import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { orderSummary } from '../contract-shapes'
import { hasReceipt } from '../rules/order-state'
import type { Context } from './context'
import { eventColumn, eventJoins } from './event-columns'
import { ticketCounts } from './ticket-counts'

type OrderSummary = z.input<typeof orderSummary>
type Row = Omit<OrderSummary, 'hasReceipt'> & { micros: number }

/** Returns the caller's orders, newest first (C-05). */
export async function listOrders(
  { caller, db }: Pick<Context, 'caller' | 'db'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ orders: OrderSummary[]; nextCursor: string | null }> {
  const callerId = requireCaller({ caller }).id
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('o', start, [sql`o.customer_id = ${callerId}`])
    const { rows } = await sql<Row>`
      select o.id, o.order_number as "orderNumber", o.status, o.total_cents as "totalCents", o.created_at as "createdAt",
        o.expires_at as "expiresAt", ${eventColumn},
        ${walk.micros} as micros, ${ticketCounts} as "ticketCounts",
        (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id) as "refundedCents"
      from orders o join events e on e.id = o.event_id ${eventJoins}
      where ${walk.where} order by ${walk.order} limit ${most}`.execute(db)
    return rows
  })
  return { orders: shown.map((order) => ({ ...order, hasReceipt: hasReceipt(order.status) })), nextCursor }
}
