import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Sample } from './find-sample'

/**
 * Events with everything sold for them, whoever bought it, and the bookings of people who do not exist. The books keep balancing:
 * an order goes whole, with its items, its tickets and its money.
 */
export async function removeEvents(trx: Transaction, { events, bookings }: Sample): Promise<void> {
  const orders = sql`select id from orders where event_id = any(${events}::uuid[])`
  const payments = sql`select id from payments where order_id in (${orders})`
  for (const statement of [
    sql`delete from sandbox_answers where reference in (
      select provider_reference from payments where order_id in (${orders}))`,
    // Tickets before the refunds that they went back with, and the line of waiting people before the orders they were offered.
    sql`delete from tickets where event_id = any(${events}::uuid[])`,
    sql`delete from refunds where payment_id in (${payments})`,
    sql`delete from payments where order_id in (${orders})`,
    sql`delete from waitlist_entries where ticket_type_id in (
      select id from ticket_types where event_id = any(${events}::uuid[]))`,
    sql`delete from order_items where order_id in (${orders})`,
    sql`delete from order_notices where order_id in (${orders})`,
    sql`delete from orders where event_id = any(${events}::uuid[])`,
    // Trails and reviews go with their bookings; line-ups, ticket types, codes, guests and the door's scans with their events.
    sql`delete from notifications where subject_id = any(${bookings}::uuid[])`,
    sql`delete from bookings where id = any(${bookings}::uuid[])`,
    sql`delete from events where id = any(${events}::uuid[])`,
  ])
    await statement.execute(trx)
}

/**
 * Taken before anything of it is removed: a purchase or an answer that is on its way waits, and then finds nothing any more. In the
 * order in which a purchase takes them, so that neither waits for the other.
 */
export async function lockEvents(trx: Transaction, { events, bookings }: Sample): Promise<void> {
  await sql`select from ticket_types where event_id = any(${events}::uuid[]) order by id for update`.execute(
    trx,
  )
  await sql`select from events where id = any(${events}::uuid[]) order by id for update`.execute(trx)
  await sql`select from bookings where id = any(${bookings}::uuid[]) order by id for update`.execute(trx)
}
