import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { refundTickets } from '../refund-tickets'

/** What the order of a cancelled night says of its refund. */
export const CANCELLED_REASON = 'The night was cancelled.'

/**
 * Sends the money of a cancelled night back to whoever paid with this order, for all their orders of that night, each in a transaction of
 * its own: what has gone back is no longer confirmed, so however often and wherever this runs, nothing goes back twice.
 */
export async function refundBuyer(db: Database, { orderId }: { orderId: string }): Promise<void> {
  for (const id of await ordersOfBuyer(db, orderId, 'confirmed'))
    await db
      .transaction()
      .execute((trx) => refundTickets(trx, { orderId: id, reason: CANCELLED_REASON, leaveCheckedIn: true }))
}

/** This order and those of the same event that were bought with the same address, of a status or of any that money came for. */
export async function ordersOfBuyer(db: Database, orderId: string, status?: 'confirmed'): Promise<string[]> {
  const statuses = status === undefined ? ['confirmed', 'refunded'] : [status]
  const { rows } = await sql<{ id: string }>`
    select o.id from orders first join orders o on o.event_id = first.event_id
      and (o.id = first.id or (first.buyer_email <> '' and lower(o.buyer_email) = lower(first.buyer_email)))
    where first.id = ${orderId} and o.status = any (${statuses}::text[]) order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}
