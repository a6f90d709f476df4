import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refundTickets } from './refund-tickets'

/** The reason shown on the refund of an order of a cancelled event. */
const CANCELLED_REASON = 'The night was cancelled.'

// Each in a transaction of its own, a few milliseconds: a run takes about a second.
const PER_RUN = 200

/**
 * Refunds the orders of cancelled events, independent of the emails: those are sent one at a time, and a mail server that is down must not
 * delay the money. Starts once the notification job has recorded its recipients (`events.told`), and skips orders that were confirmed
 * during the cancellation, which `endLateOrders` finds because they are still confirmed. Returns the number of refunded orders.
 */
export async function refundCancelledEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select o.id from events e join orders o on o.event_id = e.id and o.status = 'confirmed' and o.confirmed_at < e.status_changed_at
    where e.event_status = 'cancelled' and e.status_changed_at > now() - interval '30 days' and e.told ->> 'status' = 'cancelled'
      and exists (select from tickets k where k.order_id = o.id and k.status = 'valid' and k.checked_in_at is null)
    limit ${sql.lit(PER_RUN)}`.execute(db)
  let refunded = 0
  for (const { id } of rows) if (await refundCancelledOrder(db, id)) refunded += 1
  return refunded
}

/**
 * Refunds all orders of a cancelled event that were bought with the address of this order. Refunded orders are no longer confirmed, so a
 * repeat refunds nothing twice.
 */
export async function refundBuyer(db: Database, { orderId }: { orderId: string }): Promise<void> {
  for (const id of await ordersOfBuyer(db, orderId, 'confirmed')) await refundCancelledOrder(db, id)
}

/** True when tickets were refunded. One transaction per order. */
async function refundCancelledOrder(db: Database, orderId: string): Promise<boolean> {
  const { outcome } = await db
    .transaction()
    .execute((trx) => refundTickets(trx, { orderId, reason: CANCELLED_REASON, leaveCheckedIn: true }))
  return outcome === 'refunded'
}

/** Returns this order and those of the same event bought with the same address: of this status, or all that were ever confirmed. */
export async function ordersOfBuyer(db: Database, orderId: string, status?: 'confirmed'): Promise<string[]> {
  const statuses = status === undefined ? ['confirmed', 'refunded'] : [status]
  const { rows } = await sql<{ id: string }>`
    select o.id from orders first join orders o on o.event_id = first.event_id
      and (o.id = first.id or (first.buyer_email <> '' and lower(o.buyer_email) = lower(first.buyer_email)))
    where first.id = ${orderId} and o.status = any (${statuses}::text[]) order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}
