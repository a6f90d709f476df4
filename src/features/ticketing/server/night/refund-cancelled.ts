import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refundTickets } from '../refund-tickets'
import { CANCELLED_REASON } from './refund-buyer'

// Each in a transaction of its own, a few milliseconds: a run takes about a second.
const PER_RUN = 200

/**
 * Sends the money of cancelled nights back, whatever becomes of the mails: those go one at a time, and a mail server that is down would
 * be in the way of everybody's money. Only once the job has written down whom it tells (`events.told`), and not of orders that slipped in
 * afterwards, which `endLateOrders` finds by their being confirmed. Answers how many orders went back.
 */
export async function refundCancelled(db: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select o.id from events e join orders o on o.event_id = e.id and o.status = 'confirmed' and o.confirmed_at < e.status_changed_at
    where e.event_status = 'cancelled' and e.status_changed_at > now() - interval '30 days' and e.told ->> 'status' = 'cancelled'
      and exists (select from tickets k where k.order_id = o.id and k.status = 'valid' and k.checked_in_at is null)
    limit ${sql.lit(PER_RUN)}`.execute(db)
  let refunded = 0
  for (const { id } of rows) {
    const { outcome } = await db
      .transaction()
      .execute((trx) => refundTickets(trx, { orderId: id, reason: CANCELLED_REASON, leaveCheckedIn: true }))
    if (outcome === 'refunded') refunded += 1
  }
  return refunded
}
