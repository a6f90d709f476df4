import { sql } from 'kysely'
import type { Database } from '~/database/connect'

export const ORGANIZER = '00000000-0000-7000-8000-000000000001'
export const EVENT = '00000000-0000-7000-9000-000000000001'
const TYPES = 4
const DAYS = 60

const id = (n: string, row: string) =>
  sql.raw(`('00000000-0000-7000-${n}-' || lpad((${row})::text, 12, '0'))::uuid`)

/**
 * Creates one event with `size` tickets of four types, two per order, sold over sixty days, half of them checked in.
 * Counters match what the sale functions would leave.
 */
export async function fillEvent(db: Database, size: number, now: Date): Promise<void> {
  const orders = Math.ceil(size / 2)
  const order = sql`generate_series(2, ${orders + 1}::int) n`
  const since = sql`${now}::timestamptz - (n % ${DAYS}::int) * interval '1 day'`
  await sql`insert into accounts (id, email) select ${id('8000', 'n')}, 'p' || n || '@event.example'
    from generate_series(1, ${orders + 1}::int) n`.execute(db)
  await sql`insert into profiles (id, full_name, email)
    select ${id('8000', 'n')}, 'Guest ' || to_hex(n * 2654435761 % 4294967296), 'p' || n || '@event.example'
    from generate_series(1, ${orders + 1}::int) n`.execute(db)
  await sql`insert into events (id, title, event_type, event_date, timezone, event_status, location, venue_name, organizer_id, capacity)
    values (${EVENT}, 'Dust & Diamonds', 'club_night', ${now}::timestamptz + interval '15 days', 'Europe/London', 'published', 'Leeds',
      'Carriage Works', ${ORGANIZER}, ${size})`.execute(db)
  await sql`insert into ticket_types (id, event_id, name, price_cents, quantity_total, sort_order)
    select ${id('a000', 'n')}, ${EVENT}, 'Type ' || n, 1000 * n, ${size}, n from generate_series(1, ${TYPES}) n`.execute(
    db,
  )
  await sql`insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points,
      fee_cents, expires_at, created_at, confirmed_at)
    select ${id('b000', 'n')}, ${id('8000', 'n')}, ${EVENT}, gen_random_uuid(), 'confirmed',
      'Guest ' || to_hex(n * 2654435761 % 4294967296), 'p' || n || '@event.example', 2000 * (n % ${TYPES} + 1), 1000,
      200 * (n % ${TYPES} + 1), ${since}, ${since}, ${since}
    from ${order}`.execute(db)
  await sql`insert into order_items (order_id, ticket_type_id, quantity, unit_cents)
    select ${id('b000', 'n')}, ${id('a000', `n % ${TYPES} + 1`)}, 2, 1000 * (n % ${TYPES} + 1) from ${order}`.execute(
    db,
  )
  await sql`insert into tickets (order_id, event_id, ticket_type_id, customer_id, checked_in_at)
    select ${id('b000', 'n')}, ${EVENT}, ${id('a000', `n % ${TYPES} + 1`)}, ${id('8000', 'n')},
      case when n % 2 = 0 then ${now}::timestamptz - (n % 300) * interval '1 minute' end
    from ${order} cross join generate_series(1, 2)`.execute(db)
  await sql`update ticket_types t set quantity_sold = x.sold, revenue_cents = x.cents from (
      select ticket_type_id, sum(quantity) as sold, sum(quantity * unit_cents) as cents from order_items group by 1
    ) x where x.ticket_type_id = t.id`.execute(db)
  await sql`insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select i.ticket_type_id, (o.confirmed_at at time zone 'Europe/London')::date, sum(i.quantity), sum(i.quantity * i.unit_cents)
    from order_items i join orders o on o.id = i.order_id group by 1, 2`.execute(db)
  await sql`insert into event_traffic (event_id, day, source, views, tickets)
    select ${EVENT}, (${now}::timestamptz - d * interval '1 day')::date, s, 100, 10
    from generate_series(0, ${DAYS - 1}) d cross join unnest(array['list', 'home', 'chat', 'profile', 'direct', 'elsewhere']) s`.execute(
    db,
  )
  await sql`insert into check_in_quarters (event_id, quarter, tickets)
    select event_id, date_bin('15 minutes', checked_in_at, timestamptz 'epoch'), count(*)
    from tickets where checked_in_at is not null group by 1, 2`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
