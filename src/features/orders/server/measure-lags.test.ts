import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { measureLags, saleLagsQuery } from './measure-lags'

const { db, shop } = await openShop()

beforeEach(async () => {
  await db.deleteFrom('order_outbox').execute()
  await db.deleteFrom('payment_events').execute()
})

const reserve = async (cents: number) => {
  const sale = await insertSale(db, [{ total: 5, cents }])
  return shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
}
const measure = async () =>
  Object.fromEntries(Object.entries(await measureLags(db)).map(([name, value]) => [name, Math.floor(value)]))

const NONE = { outboxRows: 0, outboxSeconds: 0, eventSeconds: 0, failingEvents: 0, holdSeconds: 0 }

test('there is no lag without sales, with a hold in time and with a webhook that is retried later', async () => {
  await reserve(1000)
  await sql`insert into payment_events (id, kind, object_id, next_attempt_at)
    values ('evt_1', 'payment_intent.succeeded', 'pi_1', now() + interval '1 minute')`.execute(db)
  expect(await measure()).toEqual(NONE)
})

test('the lag of the outbox is the age of its earliest sale', async () => {
  const orders = [await reserve(0), await reserve(0)]
  await sql`update orders set confirmed_at = now() - interval '100 seconds' where id = ${orders[0]?.id}`.execute(
    db,
  )
  const { outboxRows, outboxSeconds } = await measure()
  expect(outboxRows).toBe(2)
  expect(outboxSeconds).toBeGreaterThanOrEqual(100)
  expect(outboxSeconds).toBeLessThan(200)
})

test('the lag of a returned payment in the outbox starts at its settlement', async () => {
  const { id } = await reserve(1000)
  await sql`update orders set status = 'expired', ended_at = now() - interval '1 hour' where id = ${id}`.execute(
    db,
  )
  await sql`insert into payments (order_id, provider, provider_reference, status, amount_cents, settled_at)
    values (${id}, 'sandbox', ${newId()}, 'returned', 1000, now() - interval '100 seconds')`.execute(db)
  await sql`insert into order_outbox (order_id, kind) values (${id}, 'refunded')`.execute(db)
  const { outboxSeconds } = await measure()
  expect(outboxSeconds).toBeGreaterThanOrEqual(100)
  expect(outboxSeconds).toBeLessThan(200)
})

test('the lag of webhooks is that of the oldest one due, and failing webhooks are counted', async () => {
  await sql`insert into payment_events (id, kind, object_id, next_attempt_at, handled_at, last_error) values
    ('evt_handled', 'charge.dispute.created', 'du_1', now() - interval '1 hour', now(), null),
    ('evt_due', 'payment_intent.succeeded', 'pi_1', now() - interval '100 seconds', null, null),
    ('evt_retried', 'payment_intent.succeeded', 'pi_2', now() + interval '1 minute', null, 'timeout'),
    ('evt_given_up', 'payment_intent.succeeded', 'pi_3', '9999-01-01', null, 'timeout')`.execute(db)
  const { eventSeconds, failingEvents } = await measure()
  expect(eventSeconds).toBeGreaterThanOrEqual(100)
  expect(eventSeconds).toBeLessThan(200)
  expect(failingEvents).toBe(2)
})

test('an expired hold that still keeps its tickets is overdue', async () => {
  const { id } = await reserve(1000)
  const setExpiry = (status: 'reserved' | 'expired') =>
    sql`update orders set status = ${status}, expires_at = now() - interval '100 seconds' where id = ${id}`.execute(
      db,
    )
  await setExpiry('reserved')
  const { holdSeconds } = await measure()
  expect(holdSeconds).toBeGreaterThanOrEqual(100)
  expect(holdSeconds).toBeLessThan(200)
  await setExpiry('expired')
  expect((await measure())['holdSeconds']).toBe(0)
})

test('the query reads only the first rows of indexes, however many orders and events there are', async () => {
  const { eventId } = await insertSale(db, [{ total: 1 }])
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`insert into orders (event_id, client_key, status, subtotal_cents, fee_basis_points, fee_cents, expires_at, confirmed_at)
    select ${eventId}, new_id(), case n % 4 when 0 then 'reserved' else 'confirmed' end, 0, 0, 0, now() - interval '1 minute', now()
    from generate_series(1, 20000) as n`.execute(db)
  await sql`insert into payments (order_id, provider, provider_reference, status, amount_cents)
    select id, 'sandbox', id::text, 'returned', 1000 from orders where status = 'confirmed' limit 5000`.execute(
    db,
  )
  await sql`insert into order_outbox select id, 'confirmed' from orders where status = 'confirmed'`.execute(
    db,
  )
  await sql`insert into payment_events (id, kind, object_id, handled_at)
    select 'evt_' || n, 'payment_intent.succeeded', 'pi', case n % 4 when 0 then null else now() end
    from generate_series(1, 20000) as n`.execute(db)
  for (const table of ['orders', 'order_outbox', 'payment_events', 'payments'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>`
    explain (analyze, format json, timing off) ${saleLagsQuery}`.execute(db)
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN'][0].Plan)
  for (const index of ['orders_expiry', 'payment_events_open', 'order_outbox_pkey', 'orders_pkey'])
    expect(plan).toContain(`"Index Name":"${index}"`)
  expect(plan).not.toMatch(/"Node Type":"(?:Seq Scan|Bitmap Heap Scan|Sort)"/u)
  const rowCounts = [...plan.matchAll(/"Actual Rows":(?<rows>[\d.]+)/gu)].map(({ groups }) =>
    Number(groups?.['rows']),
  )
  expect(Math.max(...rowCounts)).toBe(10_000)
})
