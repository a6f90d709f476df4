import { sql } from 'kysely'
import { orderByTime } from '~/database/time-order'
import { readTimePage } from '~/lib/list-page'
import { signedIn } from '~/platform/rpc/context'
import type { OrderSummary } from '../contract'
import { hasReceipt } from '../rules/order-state'
import type { Context } from './context'
import { eventColumns, eventJoins, type EventRow, toEventOfOrder } from './event-of-order'
import { ticketCounts } from './ticket-counts'

type Row = EventRow &
  Pick<OrderSummary, 'id' | 'status'> & {
    order_number: string
    total_cents: number
    ticket_counts: OrderSummary['ticketCounts']
    refunded_cents: number
    created_at: Date
    expires_at: Date
    micros: number
  }

/** Returns the caller's orders, newest first (C-05). */
export async function listOrders(
  { caller, db }: Pick<Context, 'caller' | 'db'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ orders: OrderSummary[]; nextCursor: string | null }> {
  const callerId = signedIn({ caller }).id
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = orderByTime('o', start, [sql`o.customer_id = ${callerId}`])
    const { rows } = await sql<Row>`
      select o.id, o.order_number, o.status, o.total_cents, o.created_at, o.expires_at, ${eventColumns},
        ${walk.micros} as micros, ${ticketCounts} as ticket_counts,
        (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id) as refunded_cents
      from orders o join events e on e.id = o.event_id ${eventJoins}
      where ${walk.where} order by ${walk.order} limit ${most}`.execute(db)
    return rows
  })
  const orders = shown.map((row) => ({
    id: row.id,
    orderNumber: row.order_number,
    status: row.status,
    totalCents: row.total_cents,
    ticketCounts: row.ticket_counts,
    refundedCents: row.refunded_cents,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    hasReceipt: hasReceipt(row.status),
    event: toEventOfOrder(row),
  }))
  return { orders, nextCursor }
}
