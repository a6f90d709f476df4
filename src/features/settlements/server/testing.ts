import { createRouterClient, type RouterClient } from '@orpc/server'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { postSales } from '~/features/ledger/server/public'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { insertCaller } from '~tests/support/shop'
import { settlementsCalls } from './calls'

/** Creates an organizer with an event, a shop whose sales are posted, and the organizer's calls. */
export async function openBooks(db: Database) {
  const shop = createEventShop(db)
  const clock = { now: new Date() }
  const as = (caller: Caller | null): RouterClient<typeof settlementsCalls> =>
    createRouterClient(settlementsCalls, { context: { ...shop.contextOf(caller), now: () => clock.now } })
  const { organizer, sale, eventId } = await insertEvent(db, [
    { total: 200, cents: 1600 },
    { total: 20, cents: 1000 },
  ])
  return {
    shop,
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

/** Posts an amount that the organizer is owed at a moment, and returns its order id, which does not exist. */
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
    select t.id, x.account, ${eventId}, 'USD', x.amount
    from t, (values (${account}, ${-cents}::bigint), ('provider', ${cents}::bigint)) x(account, amount)`.execute(
    db,
  )
}
