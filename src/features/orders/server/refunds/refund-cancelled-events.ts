import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refundTickets } from './refund-tickets'

// Orders per run. Each takes a transaction of a few milliseconds, so a run takes about a second.
const PER_RUN = 200

/**
 * Refunds the orders of cancelled events separately from the emails, so that a slow mail server cannot delay the money.
 * Starts once the notification job has recorded its recipients in `events.notified_state`. Leaves orders that were
 * confirmed during the cancellation to `endOrdersAfterCancellation`. Returns the number of refunded orders.
 */
export async function refundCancelledEvents(db: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select o.id from events e join orders o on o.event_id = e.id and o.status = 'confirmed' and o.confirmed_at < e.status_changed_at
    where e.event_status = 'cancelled' and e.status_changed_at > now() - interval '30 days' and e.notified_state ->> 'status' = 'cancelled'
      and exists (select from tickets k where k.order_id = o.id and k.status = 'valid' and k.checked_in_at is null)
    limit ${sql.lit(PER_RUN)}`.execute(db)
  let refunded = 0
  for (const { id } of rows) if (await refundOrderOfCancelledEvent(db, id)) refunded += 1
  return refunded
}

/**
 * Refunds all orders of a cancelled event that were bought with the email address of this order. Idempotent, because
 * refunded orders are no longer confirmed.
 */
export async function refundBuyer(db: Database, { orderId }: { orderId: string }): Promise<void> {
  for (const id of await listOrderIdsOfSameBuyer(db, orderId, 'confirmed'))
    await refundOrderOfCancelledEvent(db, id)
}

async function refundOrderOfCancelledEvent(db: Database, orderId: string): Promise<boolean> {
  const { outcome } = await db
    .transaction()
    .execute((trx) => refundTickets(trx, { orderId, reason: 'event_cancelled', leaveCheckedIn: true }))
  return outcome === 'refunded'
}

/**
 * Returns the orders of the same event that were bought with the same email address: those with this status, or all
 * that were ever confirmed.
 */
export async function listOrderIdsOfSameBuyer(
  db: Database,
  orderId: string,
  status?: 'confirmed',
): Promise<string[]> {
  const statuses = status === undefined ? ['confirmed', 'refunded'] : [status]
  const { rows } = await sql<{ id: string }>`
    select o.id from orders first join orders o on o.event_id = first.event_id
      and (o.id = first.id or (first.buyer_email <> '' and lower(o.buyer_email) = lower(first.buyer_email)))
    where first.id = ${orderId} and o.status = any (${statuses}::text[]) order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}
