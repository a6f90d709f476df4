import { expect, test } from 'vitest'
import { connect } from '~/database/connect'
import { expireOrders } from './expire-orders'
import { parseAmountCents } from './payments/sandbox'
import {
  createShop,
  endHolds,
  findFaults,
  insertCaller,
  insertCallers,
  insertSale,
  openShop,
  reserveInput,
} from '~tests/support/shop'

const { db, url, shop } = await openShop()

async function listRemaining(eventId: string): Promise<number[]> {
  const { types } = await shop.as(null).availability({ eventId })
  return types.map((type) => type.remaining)
}

test('returns the stock of an expired hold and keeps an open one', async () => {
  const sale = await insertSale(db, [{ total: 10 }, { total: 10 }])
  const [caller, other] = [shop.as(await insertCaller(db)), shop.as(await insertCaller(db))]
  const [over, open] = [
    await caller.reserve(reserveInput(sale, [2, 3])),
    await other.reserve(reserveInput(sale, [1, 0])),
  ]
  await endHolds(db, [over.id])
  expect(await expireOrders(db)).toBe(1)
  expect(await expireOrders(db)).toBe(0)
  expect(await listRemaining(sale.eventId)).toEqual([9, 10])
  expect((await caller.getOrder({ id: over.id })).status).toBe('expired')
  expect((await other.getOrder({ id: open.id })).status).toBe('reserved')
  await expect(caller.startPayment({ orderId: over.id })).rejects.toMatchObject({ code: 'ORDER_EXPIRED' })
})

test('counts a hold as expired when a payment starts, even before the job has run', async () => {
  const sale = await insertSale(db, [{ total: 10 }])
  const caller = shop.as(await insertCaller(db))
  const { id } = await caller.reserve(reserveInput(sale, [1]))
  await endHolds(db, [id])
  await expect(caller.startPayment({ orderId: id })).rejects.toMatchObject({ code: 'ORDER_EXPIRED' })
  await expireOrders(db)
})

test('releases the stock of a canceled order immediately and only once', async () => {
  const sale = await insertSale(db, [{ total: 4 }])
  const caller = shop.as(await insertCaller(db))
  const { id: orderId } = await caller.reserve(reserveInput(sale, [4]))
  const results = await Promise.all(Array.from({ length: 5 }, () => caller.cancelOrder({ orderId })))
  expect(results.every(({ status }) => status === 'cancelled')).toBe(true)
  expect(await listRemaining(sale.eventId)).toEqual([4])
  await expect(caller.startPayment({ orderId })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
})

test('a paid order cannot be cancelled', async () => {
  const sale = await insertSale(db, [{ total: 4, cents: 0 }])
  const caller = shop.as(await insertCaller(db))
  const { id: orderId } = await caller.reserve(reserveInput(sale, [1]))
  await expect(caller.cancelOrder({ orderId })).rejects.toMatchObject({ code: 'ORDER_CLOSED', status: 409 })
  expect(await listRemaining(sale.eventId)).toEqual([3])
})

test('1,000 orders expire, settle and cancel concurrently in two processes and stay consistent', async () => {
  const sale = await insertSale(db, [{ total: 700 }, { total: 700 }])
  const callers = await insertCallers(db, 1000)
  const orders = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const caller = callers[index]
      const { id } = await shop
        .as(caller ?? null)
        .reserve(
          reserveInput(sale, index % 3 === 0 ? [1, 1] : [index % 3 === 1 ? 1 : 0, index % 3 === 2 ? 1 : 0]),
        )
      const { redirectUrl } = await shop.as(caller ?? null).startPayment({ orderId: id })
      const reference = redirectUrl.slice('/pay/sandbox/'.length)
      return { id, reference, amountCents: parseAmountCents(reference) ?? 0, caller: caller ?? null }
    }),
  )
  await endHolds(db)
  const elsewhere = connect({ url, poolSize: 4 })
  const other = createShop(elsewhere)
  const race = { isOver: false }
  const expiring = [db, elsewhere].map(async (each) => {
    while (!race.isOver) await expireOrders(each)
  })
  const settling = orders.map(async (order, index) => {
    if (index % 10 === 9) await shop.as(order.caller).cancelOrder({ orderId: order.id })
    return (index % 2 === 0 ? shop : other).sales.settle(order)
  })
  const outcomes = (await Promise.all(settling)).map(({ outcome }) => outcome)
  race.isOver = true
  await Promise.all(expiring)
  await expireOrders(db)
  const confirmed = outcomes.filter((outcome) => outcome === 'confirmed').length
  const returned = outcomes.filter((outcome) => outcome === 'returned').length
  expect(confirmed + returned).toBe(1000)
  expect(confirmed).toBeGreaterThanOrEqual(900)
  expect(await findFaults(db)).toEqual([])
  const left = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'reserved')
    .where('event_id', '=', sale.eventId)
    .execute()
  expect(left).toEqual([])
  await elsewhere.destroy()
})
