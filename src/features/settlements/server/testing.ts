import { createRouterClient, type RouterClient } from '@orpc/server'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { type Deal, FLAT_DEAL } from '~/features/bookings/rules/deal'
import { postSales } from '~/features/ledger/server/public'
import type { NotificationFacts } from '~/features/notifications/server/public'
import { dispatchOutbox } from '~/features/orders/server/jobs'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { insertCaller } from '~tests/support/shop'
import { settlementsCalls } from './calls'
import { notifyReady } from './settlement/notify-waiting'

/** Creates an organizer with an event, a shop whose sales are posted, and the organizer's calls. */
export async function openBooks(db: Database, event?: Parameters<typeof insertEvent>[2]) {
  const shop = createEventShop(db)
  const clock = { now: new Date() }
  const { jobs, live } = shop.services
  const services = { db, jobs, live, now: () => clock.now }
  const as = (caller: Caller | null): RouterClient<typeof settlementsCalls> =>
    createRouterClient(settlementsCalls, {
      context: { ...shop.contextOf(caller), ...services, now: () => clock.now },
    })
  const { organizer, sale, eventId } = await insertEvent(
    db,
    [
      { total: 200, cents: 1600 },
      { total: 20, cents: 1000 },
    ],
    event,
  )
  return {
    shop,
    live: shop.live,
    services,
    clock,
    as,
    organizer,
    sale,
    eventId,
    money: as(organizer).money,
    /** Buys tickets of both types and posts the sale. Returns the order. */
    sell: async (quantities: readonly number[]): Promise<string> => {
      const orderId = await shop.buy(await insertCaller(db), sale, quantities)
      await db.transaction().execute((trx) => postSales(trx, [orderId]))
      return orderId
    },
  }
}

/** Posts to the ledger, at the time `at`, an amount that the organizer is owed. Its order doesn't exist. */
export async function postAt(
  db: Database,
  eventId: string,
  {
    at,
    cents,
    kind = 'sale',
    account = 'organizer',
  }: { at: string; cents: number; kind?: string; account?: string },
): Promise<void> {
  await sql`
    with t as (
      insert into ledger_transactions (kind, source, event_id, order_id, day, posted_at)
      select ${kind}, 'test:' || gen_random_uuid(), e.id, gen_random_uuid(), (${at}::timestamptz at time zone e.timezone)::date, ${at}
      from events e where e.id = ${eventId} returning id
    )
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, x.account, ${eventId}, (select e.currency from events e where e.id = ${eventId}), x.amount
    from t, (values (${account}, ${-cents}::bigint), ('provider', ${cents}::bigint)) x(account, amount)`.execute(
    db,
  )
}

/** Adds a confirmed booking of a DJ for the event. */
export async function insertBooking(
  db: Database,
  { eventId, organizer, dj }: { eventId: string; organizer: Caller; dj: Caller },
  { feeCents = null, deal = {} }: { feeCents?: number | null; deal?: Partial<Deal> },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into bookings (client_id, dj_id, event_id, event_date, ends_at, event_type, location, fee_cents, currency, deal, status)
    select ${organizer.id}, ${dj.id}, e.id, e.event_date, e.event_date + interval '2 hours', 'Club Night', 'The Cistern', ${feeCents}, e.currency,
      ${JSON.stringify({ ...FLAT_DEAL, ...deal })}::jsonb, 'confirmed'
    from events e where e.id = ${eventId} returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/**
 * Creates an event that is over, with twenty sold tickets and two DJs. Mara gets a guarantee or 60% of net, whichever
 * is more, and Juno 15% of net.
 */
export async function openSettlement(db: Database, event?: Parameters<typeof openBooks>[1]) {
  const books = await openBooks(db, event)
  const mara: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const juno: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const parties = { eventId: books.eventId, organizer: books.organizer }
  const maraBooking = await insertBooking(
    db,
    { ...parties, dj: mara },
    {
      feeCents: 5_000,
      deal: { kind: 'guarantee', basisPoints: 6000, costs: [{ label: 'Hotel', cents: 4_000 }] },
    },
  )
  const junoBooking = await insertBooking(
    db,
    { ...parties, dj: juno },
    { deal: { kind: 'percentage', basisPoints: 1500 } },
  )
  const orders = [await books.sell([10]), await books.sell([10])]
  await dispatchOutbox(db, {
    jobs: { enqueueMany: async () => undefined },
    log: createLog({ level: 'silent' }),
  })
  const { rows } = await sql<{ endsAt: Date }>`
    select coalesce(ends_at, event_date + interval '12 hours') as "endsAt" from events where id = ${books.eventId}`.execute(
    db,
  )
  const endsAt = rows[0]?.endsAt ?? new Date()
  books.clock.now = new Date(endsAt.getTime() + 7 * 3_600_000)
  const getSettlement = () => books.as(books.organizer).settlement.get({ eventId: books.eventId })
  /** Accepts the current figures as this person. */
  const accept = async (person: Caller) => {
    const { digest } = await getSettlement()
    return books.as(person).settlement.accept({ eventId: books.eventId, digest })
  }
  /** Notifies the sides that their settlement is ready. */
  const announce = () => notifyReady(books.services)
  return { ...books, announce, mara, juno, maraBooking, junoBooking, orders, endsAt, getSettlement, accept }
}

/** Lists the notifications about the settlement of an event, the oldest first. */
export async function listNotifications(db: Database, eventId: string) {
  const { rows } = await sql<{ userId: string; kind: string; facts: NotificationFacts }>`
    select user_id as "userId", kind, facts from notifications
    where subject_id = ${eventId}::uuid and (kind like 'settlement%' or kind = 'payout_sent') order by id`.execute(
    db,
  )
  return rows
}

/** Runs an action and returns the notifications that it created: `<kind> <person>`, sorted. */
export async function collectNotifications(
  db: Database,
  eventId: string,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = await listNotifications(db, eventId)
  await act()
  const after = await listNotifications(db, eventId)
  return after
    .slice(before.length)
    .map(({ kind, userId }) => `${kind} ${userId}`)
    .toSorted()
}
