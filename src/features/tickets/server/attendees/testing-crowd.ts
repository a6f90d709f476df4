import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** Inserts confirmed orders of two tickets each for generated buyers: `Guest 1`, guest1@crowd.example. */
export async function insertCrowd(
  db: Database,
  sale: { eventId: string; types: string[] },
  orders: number,
): Promise<void> {
  const [type] = sale.types
  await sql`update ticket_types set quantity_total = quantity_total + ${orders * 2}, quantity_sold = quantity_sold + ${orders * 2}
    where id = ${type}`.execute(db)
  await sql`
    with made as (
      insert into orders (event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents, expires_at, confirmed_at)
      select ${sale.eventId}::uuid, gen_random_uuid(), 'confirmed', 'Guest ' || n, 'guest' || n || '@crowd.example', 0, 0, 0, now(), now()
      from generate_series(1, ${orders}::integer) n returning id
    ), lines as (
      insert into order_items (order_id, ticket_type_id, quantity, unit_cents) select id, ${type}::uuid, 2, 0 from made
    )
    insert into tickets (order_id, event_id, ticket_type_id)
      select id, ${sale.eventId}::uuid, ${type}::uuid from made cross join generate_series(1, 2)`.execute(db)
}
