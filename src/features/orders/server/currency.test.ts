import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { postSales } from '~/features/ledger/server/public'
import { dispatchOutbox } from './jobs'
import { breakFunction } from '~tests/support/break-function'
import { createLog } from '~/platform/log/log'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { MEETING, overlap, untilBlocked } from '~tests/support/lock-waits'
import { findFaults, insertCaller, openShop, reserveInput } from '~tests/support/shop'

const { db } = await openShop()
const shop = createEventShop(db)

async function openEvent(currency = 'JPY') {
  const event = await insertEvent(db, [{ total: 100, cents: 1605 }])
  await setCurrency(event.eventId, currency)
  return event
}

const setCurrency = (eventId: string, currency: string) =>
  sql`update events set currency = ${currency} where id = ${eventId}`.execute(db)

const readCurrencies = async (eventId: string) => {
  const { rows } = await sql<{ event: string; type: string; orders: string[] }>`
    select e.currency as event, t.currency as type, array(select o.currency from orders o where o.event_id = e.id) as orders
    from events e join ticket_types t on t.event_id = e.id where e.id = ${eventId}`.execute(db)
  return rows[0]
}

test('an order, its tickets, entries and refund are in the currency of the event, without decimals for yen', async () => {
  const { sale } = await openEvent()
  const orderId = await shop.buy(await insertCaller(db), sale, [2])
  await db.transaction().execute((trx) => postSales(trx, [orderId]))
  await dispatchOutbox(db, { jobs: shop.services.jobs, log: createLog({ level: 'error' }) })
  await sql`
    select refund_tickets(${orderId}::uuid, array(select id from tickets where order_id = ${orderId} limit 1), 'holder', true)`.execute(
    db,
  )
  const { rows } = await sql`
    select o.currency, o.total::float8, o.total_cents, t.price::float8, e.ticket_price,
      array(select distinct l.currency from ledger_entries l where l.event_id = o.event_id) as ledger
    from orders o join events e on e.id = o.event_id join ticket_types t on t.event_id = e.id where o.id = ${orderId}`.execute(
    db,
  )
  expect(rows).toEqual([
    // The fee of 10% is rounded to a whole yen.
    { currency: 'JPY', total: 3531, total_cents: 3531, price: 1605, ticket_price: null, ledger: ['JPY'] },
  ])
  expect(await findFaults(db)).toEqual([])
})

test('an event that has an order keeps its currency; its ticket types follow it until then', async () => {
  const { sale, eventId } = await openEvent('EUR')
  expect(await readCurrencies(eventId)).toEqual({ event: 'EUR', type: 'EUR', orders: [] })
  await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
  await expect(setCurrency(eventId, 'GBP')).rejects.toMatchObject({ constraint: 'orders_event_id_fkey' })
  expect(await readCurrencies(eventId)).toEqual({ event: 'EUR', type: 'EUR', orders: ['EUR'] })
})

test.each([
  { guard: 'with', ends: { event: 'EUR', type: 'EUR', orders: ['EUR'] } },
  // Control: without the foreign key, the event changes to another currency than its order.
  { guard: 'without', ends: { event: 'GBP', type: 'GBP', orders: ['EUR'] } },
])('a currency change waits for a concurrent order, $guard the foreign key', async ({ guard, ends }) => {
  const { sale, eventId } = await openEvent('EUR')
  const caller = await insertCaller(db)
  await breakFunction(db, {
    name: 'reserve_orders',
    from: 'if true = any (v_take) then',
    to: `perform ${MEETING}; if true = any (v_take) then`,
  })
  if (guard === 'without')
    await sql`alter table orders drop constraint orders_event_id_fkey, add constraint orders_event_id_fkey
      foreign key (event_id) references events on delete restrict`.execute(db)
  let changing: Promise<unknown> = Promise.resolve()
  await overlap(
    db,
    1,
    () => shop.as(caller).reserve(reserveInput(sale, [1])),
    async () => {
      // Runs the statements in the same order as a save in the editor.
      const change = async (trx: Transaction) => {
        await sql`select from ticket_types where event_id = ${eventId} for update`.execute(trx)
        await sql`update events set currency = 'GBP' where id = ${eventId}`.execute(trx)
      }
      changing = db
        .transaction()
        .execute(change)
        .catch((error: unknown) => error)
      await untilBlocked(db, 2)
    },
  )
  await changing
  expect(await readCurrencies(eventId)).toEqual(ends)
})
