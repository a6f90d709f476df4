import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untilBlocked } from '~tests/support/lock-waits'
import { insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { getLedgerTotals, postSales } from './public'

const { db, shop } = await openShop()

async function buy(cents = 1600) {
  const { id } = await shop
    .as(await insertCaller(db))
    .reserve(reserveInput(await insertSale(db, [{ total: 5, cents }]), [2]))
  await sql`update orders set status = 'confirmed', confirmed_at = now() where id = ${id}`.execute(db)
  return id
}

const post = (orderId: string) => db.transaction().execute((trx) => postSales(trx, [orderId]))

async function readEntries(orderId: string) {
  const { rows } = await sql<{ account: string; amount: number }>`
    select e.account, e.amount::float8 as amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} order by e.id`.execute(db)
  return rows
}

const postTransaction = (orderId: string, source: string, accounts: string[], amounts: number[]) =>
  sql`select post_to_ledger('refund', ${source}, ${orderId}, ${accounts}::text[], ${amounts}::bigint[])`.execute(
    db,
  )

test('a sale is posted once, and credits the organizer without the service fee', async () => {
  const orderId = await buy()
  await post(orderId)
  await post(orderId)
  expect(await readEntries(orderId)).toEqual([
    { account: 'provider', amount: 3520 },
    { account: 'organizer', amount: -3200 },
    { account: 'service_fees', amount: -320 },
  ])
  expect((await getLedgerTotals(db)).imbalances).toEqual([])
})

test('two processes post the same sale once', async () => {
  const orderId = await buy()
  const first = await db.startTransaction().execute()
  await postSales(first, [orderId])
  const second = post(orderId)
  await untilBlocked(db)
  await first.commit().execute()
  await second
  expect(await readEntries(orderId)).toHaveLength(3)
})

test('a free order and an order that is not confirmed are not posted', async () => {
  const free = await buy(0)
  const open = await buy()
  await sql`update orders set status = 'refunded' where id = ${open}`.execute(db)
  await post(free)
  expect(await readEntries(free)).toEqual([])
})

test('the database refuses entries that don’t balance, and a transaction without entries at commit', async () => {
  const orderId = await buy()
  await expect(
    postTransaction(orderId, 'refund:1', ['organizer', 'refunds_due'], [100, -99]),
  ).rejects.toThrow('does not balance')
  const { event_id: eventId } = await db
    .selectFrom('orders')
    .select('event_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const empty = {
    kind: 'refund',
    source: 'refund:2',
    event_id: eventId,
    order_id: orderId,
    day: '2026-11-29',
  }
  await expect(db.insertInto('ledger_transactions').values(empty).execute()).rejects.toThrow('has no entries')
  await post(orderId)
  const added = sql`insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select id, 'organizer', event_id, 'USD', 1 from ledger_transactions where order_id = ${orderId}`.execute(
    db,
  )
  await expect(added).rejects.toThrow('does not balance')
})

test('each currency balances by itself', async () => {
  const orderId = await buy()
  await post(orderId)
  const mixed = sql`insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, 'organizer', t.event_id, x.currency, x.amount
    from ledger_transactions t, (values ('USD', 5), ('EUR', -5)) x(currency, amount)
    where t.order_id = ${orderId}`.execute(db)
  await expect(mixed).rejects.toThrow('does not balance')
})

test('the totals name each currency that doesn’t balance, even if the currencies sum to zero', async () => {
  const orderId = await buy()
  await post(orderId)
  const outside = await db.startTransaction().execute()
  await sql`alter table ledger_entries disable trigger ledger_entries_balanced`.execute(outside)
  await sql`insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, 'organizer', t.event_id, x.currency, x.amount
    from ledger_transactions t, (values ('USD', 5), ('EUR', -5), ('JPY', 9), ('JPY', -9)) x(currency, amount)
    where t.order_id = ${orderId}`.execute(outside)
  const { imbalances } = await getLedgerTotals(outside)
  await outside.rollback().execute()
  expect(imbalances).toEqual([
    { currency: 'USD', cents: 5 },
    { currency: 'EUR', cents: -5 },
  ])
  expect((await getLedgerTotals(db)).imbalances).toEqual([])
})

test('posting a source again is ignored with the same entries and refused with different ones', async () => {
  const orderId = await buy()
  const accounts = ['organizer', 'refunds_due']
  await postTransaction(orderId, 'refund:same', accounts, [100, -100])
  await postTransaction(orderId, 'refund:same', accounts, [100, -100])
  expect(await readEntries(orderId)).toHaveLength(2)
  await expect(postTransaction(orderId, 'refund:same', accounts, [90, -90])).rejects.toThrow('other entries')
})

test.each(['ledger_entries', 'ledger_transactions'])(
  '%s can’t be changed, deleted or emptied',
  async (table) => {
    await post(await buy())
    for (const statement of [
      `update ${table} set event_id = event_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow('append-only')
  },
)
