import { sql } from 'kysely'
import { z } from 'zod'
import { signedIn } from '~/platform/rpc/context'
import type { OrderSummary } from '../contract'
import { hasReceipt } from '../rules/order-state'
import type { Context } from './context'
import { eventColumns, eventJoins, type EventRow, toEventOfOrder } from './event-of-order'
import { microseconds, pageOf, readCursor } from './page-cursor'
import { ticketCounts } from './ticket-counts'

type Row = EventRow &
  Pick<OrderSummary, 'id' | 'status'> & {
    order_number: string
    total_cents: number
    ticket_counts: OrderSummary['ticketCounts']
    refunded_cents: number
    created_at: Date
    expires_at: Date
    created_us: number
  }

const sortKey = z.tuple([microseconds, z.uuid()])

/** The caller's orders, newest first (C-05). */
export async function listOrders(
  { caller, db }: Pick<Context, 'caller' | 'db'>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ orders: OrderSummary[]; nextCursor: string | null }> {
  const after = readCursor(cursor, sortKey)
  const { rows } = await sql<Row>`
    select o.id, o.order_number, o.status, o.total_cents, o.created_at, o.expires_at, ${eventColumns},
      (extract(epoch from o.created_at) * 1000000)::bigint as created_us,
      ${ticketCounts} as ticket_counts,
      (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id) as refunded_cents
    from orders o join events e on e.id = o.event_id ${eventJoins}
    where o.customer_id = ${signedIn({ caller }).id}
      ${after ? sql`and (o.created_at, o.id) < (timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond', ${after[1]})` : sql``}
    order by o.created_at desc, o.id desc limit ${limit + 1}
  `.execute(db)
  const { page, nextCursor } = pageOf(rows, limit, (row) => [row.created_us, row.id])
  const orders = page.map((row) => ({
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
