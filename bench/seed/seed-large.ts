import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { countSales } from '~demo/count-sales'
import { createLargeId, insertDjs, insertPastBookings } from './large-djs'

export interface LargeSize {
  /** Spread evenly over two years, half of them after `now`. */
  events: number
  /** Sold seats, two per order; at most 500 per event. */
  tickets: number
  /**
   * DJs with public pages, joined over three years, with three completed and reviewed bookings each on average.
   * Default: none.
   */
  djs?: number
  now: Date
}

const SEATS_PER_ORDER = 2
const EVENTS_PER_ORGANIZER = 100
const ORDERS_PER_CUSTOMER = 50

/**
 * Fills a migrated database to any size for benchmarks. Rows are generated in the database with all constraints and
 * triggers on, and analyzed afterwards, so that plans match a database in use. Texts repeat, but titles are unique.
 * People are called organizer-N@large.example, customer-N and dj-N, and cannot sign in.
 */
export async function seedLarge(db: Database, { events, tickets, djs = 0, now }: LargeSize): Promise<void> {
  if (tickets > events * 500) throw new RangeError('More than 500 tickets per event')
  const orders = Math.ceil(tickets / SEATS_PER_ORDER)
  await db.transaction().execute(async (trx) => {
    await createLargeId(trx)
    await insertPeople(trx, 'organizer', 'user', Math.max(1, Math.ceil(events / EVENTS_PER_ORGANIZER)), now)
    await insertPeople(trx, 'customer', 'customer', Math.max(1, Math.ceil(orders / ORDERS_PER_CUSTOMER)), now)
    await insertEvents(trx, { events, tickets, now })
    await insertSales(trx, { events, tickets, now })
    await countSales(trx)
    await insertDjs(trx, djs, now)
    await insertPastBookings(trx, djs, now)
    await sql`drop function pg_temp.large_id(text, bigint)`.execute(trx)
  })
  for (const table of [
    'accounts',
    'profiles',
    'user_member_types',
    'bookings',
    'reviews',
    'events',
    'line_up_slots',
    'ticket_types',
    'orders',
    'order_items',
    'payments',
    'tickets',
    'ticket_sales',
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

async function insertPeople(
  trx: Transaction,
  kind: 'organizer' | 'customer',
  role: 'user' | 'customer',
  count: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into accounts (id, email, email_verified_at, created_at)
    select pg_temp.large_id(${kind}, n), ${`${kind}-`} || n || '@large.example', ${now}, ${now}
    from generate_series(0, ${count}::bigint - 1) n`.execute(trx)
  await sql`
    insert into profiles (id, full_name, email, dj_name, genres, location, is_public, created_at)
    select pg_temp.large_id(${kind}, n), initcap(${kind}) || ' ' || n, ${`${kind}-`} || n || '@large.example',
      case when ${kind} = 'organizer' then 'DJ ' || n end,
      case when ${kind} = 'organizer'
        then array[(array['Techno','House','Hard House','Progressive House','Deep House','Trance'])[1 + n % 6]] else '{}' end,
      (array['Berlin, DE','London, UK','Leeds, UK','Amsterdam, NL','Lagos, NG','Melbourne, AU'])[1 + n % 6],
      ${kind} = 'organizer', ${now}
    from generate_series(0, ${count}::bigint - 1) n`.execute(trx)
  await sql`
    insert into user_roles (user_id, role)
    select pg_temp.large_id(${kind}, n), ${role} from generate_series(0, ${count}::bigint - 1) n`.execute(trx)
}

async function insertEvents(trx: Transaction, { events, tickets, now }: LargeSize): Promise<void> {
  await sql`
    insert into events (id, title, description, event_type, event_date, doors_at, ends_at, timezone, event_status, is_public,
      location, venue_name, venue_address, capacity, age_restriction, organizer_id, dj_id, created_at)
    select pg_temp.large_id('event', n),
      (array['Dust','Signal','Concrete','Velvet','Paper','Static','Hollow','Copper','Midnight','Salt'])[1 + n % 10] || ' and ' ||
      (array['Diamonds','Noise','Sunrise','Thunder','Planes','Bloom','Echo','Wire','Traffic','Honey'])[1 + n / 10 % 10] || ' ' || n,
      'Doors half an hour before. No photos on the floor.',
      (array['club_night','warehouse','festival','day_party','live_set','residency'])[1 + n % 6],
      at, at - interval '30 minutes', at + interval '6 hours',
      (array['Europe/London','Europe/Berlin','Europe/Amsterdam','Australia/Melbourne','America/New_York'])[1 + n % 5],
      'published', true,
      (array['London','Berlin','Amsterdam','Melbourne','New York'])[1 + n % 5],
      'Hall ' || 1 + n % 400, 1 + n % 90 || ' Dock Street', 1000, 18,
      pg_temp.large_id('organizer', n / ${EVENTS_PER_ORGANIZER}), pg_temp.large_id('organizer', n / ${EVENTS_PER_ORGANIZER}),
      ${now}::timestamptz - interval '400 days'
    from (
      select n, ${now}::timestamptz + (n - ${events}::bigint / 2) * (interval '730 days' / ${events}::bigint) + interval '1 minute' as at
      from generate_series(0, ${events}::bigint - 1) n
    ) planned`.execute(trx)
  await sql`
    insert into line_up_slots (id, event_id, dj_id, name, billing)
    select pg_temp.large_id('slot', n), pg_temp.large_id('event', n), pg_temp.large_id('organizer', n / ${EVENTS_PER_ORGANIZER}),
      'DJ ' || n / ${EVENTS_PER_ORGANIZER}, 0
    from generate_series(0, ${events}::bigint - 1) n`.execute(trx)
  // Order o goes to event o % events, and to its first type when o / events is even, so the counters can be computed
  // directly.
  const orders = Math.ceil(tickets / SEATS_PER_ORDER)
  await sql`
    insert into ticket_types (id, event_id, name, price_cents, quantity_total, quantity_sold, sort_order)
    select pg_temp.large_id('type', n * 2 + position), pg_temp.large_id('event', n),
      (array['General Admission','Late Entry'])[1 + position], 2000 - position * 500, 520, sold.seats, position
    from generate_series(0, ${events}::bigint - 1) n
    cross join generate_series(0, 1) position
    cross join lateral (
      select ${SEATS_PER_ORDER} * ((of_event + 1 - position) / 2) as seats
      from (select (${orders}::bigint - n + ${events}::bigint - 1) / ${events}::bigint as of_event) counted
    ) sold`.execute(trx)
}

async function insertSales(trx: Transaction, { events, tickets, now }: LargeSize): Promise<void> {
  const orders = Math.ceil(tickets / SEATS_PER_ORDER)
  await sql`
    create temporary table large_orders on commit drop as
    select n, pg_temp.large_id('order', n) as id, pg_temp.large_id('event', n % ${events}::bigint) as event_id,
      pg_temp.large_id('type', n % ${events}::bigint * 2 + n / ${events}::bigint % 2) as ticket_type_id,
      pg_temp.large_id('customer', n / ${ORDERS_PER_CUSTOMER}) as customer_id,
      (2000 - n / ${events}::bigint % 2 * 500)::int as unit_cents,
      ${now}::timestamptz - interval '300 days' * (1 - n::float / ${orders}) as at
    from generate_series(0, ${orders}::bigint - 1) n`.execute(trx)
  await sql`
    insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points,
      fee_cents, expires_at, created_at, confirmed_at)
    select id, customer_id, event_id, pg_temp.large_id('key', n), 'confirmed', 'Customer ' || n / ${ORDERS_PER_CUSTOMER},
      'customer-' || n / ${ORDERS_PER_CUSTOMER} || '@large.example', ${SEATS_PER_ORDER} * unit_cents, 1000,
      (${SEATS_PER_ORDER} * unit_cents * 1000 + 5000) / 10000, at + interval '10 minutes', at, at + interval '1 minute'
    from large_orders`.execute(trx)
  await sql`
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents)
    select id, ticket_type_id, ${SEATS_PER_ORDER}, unit_cents from large_orders`.execute(trx)
  await sql`
    insert into payments (id, order_id, provider, provider_reference, status, amount_cents, created_at, settled_at)
    select pg_temp.large_id('payment', n), o.id, 'sandbox', 'large-' || n, 'approved', o.total_cents, at, at + interval '1 minute'
    from large_orders l join orders o on o.id = l.id`.execute(trx)
  await sql`
    insert into tickets (id, order_id, event_id, ticket_type_id, customer_id, created_at)
    select pg_temp.large_id('ticket', n * ${SEATS_PER_ORDER} + seat), id, event_id, ticket_type_id, customer_id, at + interval '1 minute'
    from large_orders cross join generate_series(0, ${SEATS_PER_ORDER} - 1) seat`.execute(trx)
}
