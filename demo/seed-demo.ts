import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { seedBookings } from './bookings'
import { seedChat } from './chat'
import { seedEventActivity } from './event-activity'
import { seedCheckIns } from './check-ins'
import { planEvents, seedEvents } from './events'
import { seedInvitations } from './invitations'
import { seedNotifications } from './notifications'
import { seedOrders } from './orders'
import { DEMO_CONTACT } from '~/features/administration/server/sample-data/remove-sample'
import { seedPayees, seedWaiver } from './payees'
import { DEMO_PASSWORD, type DemoSignIn, seedPeople, getPersonId } from './people'
import { planOrders, countSoldSeats } from './plan-orders'
import { seedPromoCodes } from './promo-codes'
import { seedDeposits } from './deposits'
import { backdateLedgerEntries } from './ledger'
import { seedSettlements } from './settlements'
import { seedReports } from './reports'
import { seedId } from './random'
import { insertRows } from './insert-rows'
import { accepted, declined, pending, views } from './texts/network'

const DAY = 86_400_000

/** URLs of pictures that are already stored. */
export interface DemoPictures {
  /** Keyed by person. */
  avatarUrls: ReadonlyMap<string, string>
  /** Keyed by event title. */
  eventImageUrls: ReadonlyMap<string, string>
}

export interface SeedOptions {
  now: Date
  hashPassword: (password: string) => Promise<string>
  pictures?: DemoPictures
}

const noPictures: DemoPictures = { avatarUrls: new Map(), eventImageUrls: new Map() }

/**
 * Seeds an empty, migrated database with the demo in one transaction. The same `now` gives the same rows, except
 * secrets (ticket secrets, the password salt). Fails on a unique key when the demo is already there.
 */
export async function seedDemo(
  db: Database,
  { now, hashPassword, pictures: { avatarUrls, eventImageUrls } = noPictures }: SeedOptions,
): Promise<DemoSignIn[]> {
  // One hash for all: the password is public anyway, and hashing it fourteen times would take longer than the rest.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const events = planEvents(now)
  const orders = planOrders(events, now)
  return db.transaction().execute(async (trx) => {
    const signIns = await seedPeople(trx, { now, passwordHash, avatarUrls })
    await seedInvitations(trx, now)
    await seedConnections(trx, now)
    await seedPayees(trx, now)
    await seedEvents(trx, events, { sold: countSoldSeats(orders), imageUrls: eventImageUrls, now })
    await seedWaiver(trx, events, now)
    await seedPromoCodes(trx, events, orders)
    await seedOrders(trx, orders)
    await seedEventActivity(trx, events, now)
    await seedCheckIns(trx)
    await seedPageViews(trx, now)
    await seedBookings(trx, { events, now })
    await seedDeposits(trx, now)
    await seedSettlements(trx)
    await sql`set constraints all immediate`.execute(trx)
    await backdateLedgerEntries(trx)
    await sql`set constraints all deferred`.execute(trx)
    await seedReports(trx, now, await seedChat(trx, now))
    await seedNotifications(trx, now)
    await seedContactAddress(trx, now)
    return signIns
  })
}

/** Sets the contact address, unless the operator already did. */
async function seedContactAddress(trx: Transaction, now: Date): Promise<void> {
  await sql`insert into settings (key, value, updated_at) values ('contact_address', ${JSON.stringify(DEMO_CONTACT)}::jsonb, ${now})
    on conflict do nothing`.execute(trx)
}

async function seedConnections(trx: Transaction, now: Date): Promise<void> {
  const rows = [
    ...accepted.map(([from, to]) => ({ from, to, status: 'accepted', note: null })),
    ...declined.map(([from, to]) => ({ from, to, status: 'declined', note: null })),
    ...pending.map(([from, to, note]) => ({ from, to, status: 'pending', note })),
  ].map(({ from, to, status, note }, n, all) => {
    // Requests are five days apart, the oldest first. Pending requests come last, so they are the newest.
    const requestedAt = new Date(now.getTime() - (all.length - n) * 5 * DAY)
    return {
      id: seedId('connection', n),
      user_id: getPersonId(from),
      connected_user_id: getPersonId(to),
      status,
      note,
      created_at: requestedAt,
      answered_at: status === 'pending' ? null : new Date(requestedAt.getTime() + DAY),
    }
  })
  await insertRows(trx, 'connections', rows)
  for (const [key, count] of Object.entries(views))
    await sql`
      insert into profile_views (profile_id, viewer, viewed_on)
      select ${getPersonId(key)}, 'demo-' || n, ${now.toISOString().slice(0, 10)}::date - (n * 7919 % 90)
      from generate_series(1, ${count}::int) n`.execute(trx)
}

/**
 * Inserts page views by day and source, from the start of sales to the event or `now`. Each sold ticket adds a few
 * views, and a large venue adds more. The ticket counts equal the orders less refunds. Hashes of event ids and days
 * serve as random numbers, so every run gives the same rows.
 */
async function seedPageViews(trx: Transaction, now: Date): Promise<void> {
  await sql`
    insert into event_traffic (event_id, day, source, views)
    select x.event_id, x.day, x.source, x.views from (
      select d.event_id, d.day, s.source,
        coalesce(b.tickets, 0) * (4 + d.luck % 7) + (d.luck * s.n % 17) * s.weight * d.capacity / 9000 as views
      from (
        select e.id as event_id, e.capacity, day::date as day,
          ('x' || substr(md5(e.id::text || (day::date - (${now}::timestamptz at time zone e.timezone)::date)), 1, 6))::bit(24)::integer as luck
        from events e, generate_series(
          (e.published_at at time zone e.timezone)::date,
          least((e.event_date at time zone e.timezone)::date, (${now}::timestamptz at time zone e.timezone)::date,
            case when e.event_status = 'cancelled' then (e.status_changed_at at time zone e.timezone)::date end),
          interval '1 day') as day
        where e.is_public and e.published_at is not null
      ) d cross join (
        values ('list', 3, 16), ('home', 5, 9), ('chat', 7, 5), ('profile', 11, 7), ('direct', 13, 12), ('elsewhere', 2, 8)
      ) s (source, n, weight)
      left join (
        select o.event_id, (o.confirmed_at at time zone e.timezone)::date as day, o.source, sum(i.quantity)::integer as tickets
        from orders o join events e on e.id = o.event_id join order_items i on i.order_id = o.id
        where o.confirmed_at is not null and o.source is not null group by 1, 2, 3
      ) b on b.event_id = d.event_id and b.day = d.day and b.source = s.source
    ) x where x.views > 0`.execute(trx)
  await sql`
    insert into event_traffic (event_id, day, source, tickets)
    select o.event_id, (o.confirmed_at at time zone e.timezone)::date, sale_source(o.source, o.is_offer, o.is_comp),
      sum(i.quantity - i.quantity_refunded)
    from orders o join events e on e.id = o.event_id join order_items i on i.order_id = o.id
    where o.confirmed_at is not null group by 1, 2, 3
    on conflict (event_id, day, source) do update set tickets = excluded.tickets`.execute(trx)
}
