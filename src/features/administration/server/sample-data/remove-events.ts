import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Sample } from './find-sample'

/**
 * Deletes sample events with everything sold for them, to any buyer, and bookings of sample people. Orders are deleted
 * with their items, tickets and money, so the books still balance.
 */
export async function removeEvents(trx: Transaction, { events, bookings }: Sample): Promise<void> {
  const orders = sql`select id from orders where event_id = any(${events}::uuid[])`
  const payments = sql`select id from payments where order_id in (${orders})`
  for (const statement of [
    sql`delete from sandbox_answers where reference in (
      select provider_reference from payments where order_id in (${orders}))`,
    // Foreign keys: tickets before the refunds they refer to, and waitlist entries before the orders they were offered.
    sql`delete from tickets where event_id = any(${events}::uuid[])`,
    sql`delete from refunds where payment_id in (${payments})`,
    sql`delete from payments where order_id in (${orders})`,
    sql`delete from waitlist_entries where ticket_type_id in (
      select id from ticket_types where event_id = any(${events}::uuid[]))`,
    sql`delete from order_items where order_id in (${orders})`,
    sql`delete from order_outbox where order_id in (${orders})`,
    sql`delete from orders where event_id = any(${events}::uuid[])`,
    // Cascades delete booking steps and reviews with their bookings, and line-ups, ticket types, promo codes, guests
    // and check-in scans with their events.
    sql`delete from notifications where subject_id = any(${bookings}::uuid[])`,
    sql`delete from bookings where id = any(${bookings}::uuid[])`,
    sql`delete from events where id = any(${events}::uuid[])`,
  ])
    await statement.execute(trx)
}

/**
 * Locks everything before it is removed, so that a running purchase or answer waits and then finds nothing. Uses the
 * lock order of a purchase to avoid deadlocks.
 */
export async function lockEvents(trx: Transaction, { events, bookings }: Sample): Promise<void> {
  await sql`select from ticket_types where event_id = any(${events}::uuid[]) order by id for update`.execute(
    trx,
  )
  await sql`select from events where id = any(${events}::uuid[]) order by id for update`.execute(trx)
  await sql`select from bookings where id = any(${bookings}::uuid[]) order by id for update`.execute(trx)
}
