import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refusalOf } from '~tests/support/refusal'
import { endHolds, insertCallers, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { expireOrders } from './expire-orders'

const { db, shop } = await openShop()

const createBuyer = async () => {
  const [caller] = await insertCallers(db, 1)
  if (!caller) throw new Error('No caller was inserted')
  return { caller, calls: shop.as(caller) }
}
const listIds = async (calls: ReturnType<typeof shop.as>) =>
  (await calls.openOrders()).orders.map(({ id }) => id)

test('lists only the caller’s holds, the next one to expire first', async () => {
  const { caller, calls } = await createBuyer()
  const stranger = await createBuyer()
  const first = await calls.reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [2]))
  const second = await calls.reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [1]))
  await sql`update orders set expires_at = expires_at + interval '1 minute' where id = ${first.id}`.execute(
    db,
  )
  const { orders } = await calls.openOrders()
  expect(orders.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(orders[1]).toEqual({
    ...(await calls.getOrder({ id: first.id })),
    serverNow: orders[1]?.serverNow,
  })
  expect(await listIds(stranger.calls)).toEqual([])
  await calls.cancelOrder({ orderId: second.id })
  expect(await listIds(calls)).toEqual([first.id])
  expect(caller.id).not.toBe(stranger.caller.id)
})

test('lists an expired order for half an hour, unless the buyer ordered again', async () => {
  const { calls } = await createBuyer()
  const sale = await insertSale(db, [{ total: 5 }])
  const order = await calls.reserve(reserveInput(sale, [2]))
  await endHolds(db)
  expect((await calls.openOrders()).orders).toMatchObject([{ id: order.id, items: [{ remaining: 5 }] }])
  await expireOrders(db)
  expect((await calls.openOrders()).orders).toMatchObject([
    { id: order.id, status: 'expired', items: [{ quantity: 2, remaining: 5 }] },
  ])
  const again = await calls.reserve(reserveInput(sale, [1]))
  expect(await listIds(calls)).toEqual([again.id])
  await calls.cancelOrder({ orderId: again.id })
  expect(await listIds(calls)).toEqual([])
})

test('leaves out waitlist offers and orders that expired over half an hour ago', async () => {
  const { calls } = await createBuyer()
  const order = await calls.reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [2]))
  await endHolds(db)
  await expireOrders(db)
  await sql`update orders set expires_at = clock_timestamp() - interval '31 minutes',
    created_at = clock_timestamp() - interval '41 minutes' where id = ${order.id}`.execute(db)
  expect(await listIds(calls)).toEqual([])
  const offer = await calls.reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [1]))
  expect(await listIds(calls)).toEqual([offer.id])
  await sql`update orders set is_offer = true where id = ${offer.id}`.execute(db)
  expect(await listIds(calls)).toEqual([])
})

test('reports when the buyer may hold tickets again, and refuses until then', async () => {
  const { caller, calls } = await createBuyer()
  const sale = await insertSale(db, [{ total: 50 }])
  const moveOrdersBack = (minutes: number) =>
    sql`update orders set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute',
      ended_at = ended_at - ${minutes} * interval '1 minute' where customer_id = ${caller.id}`.execute(db)
  const first = await calls.reserve(reserveInput(sale, [2]))
  expect((await calls.getOrder({ id: first.id })).holdAgainAt).toBeNull()
  await moveOrdersBack(11)
  await expireOrders(db)
  expect((await calls.openOrders()).orders[0]?.holdAgainAt).toBeNull()
  const second = await calls.reserve(reserveInput(sale, [2]))
  const getHourAfterFirst = async () =>
    new Date(Date.parse((await calls.getOrder({ id: first.id })).createdAt) + 3_600_000).toISOString()
  expect((await calls.getOrder({ id: second.id })).holdAgainAt).toBe(await getHourAfterFirst())
  await moveOrdersBack(11)
  await expireOrders(db)
  expect((await calls.openOrders()).orders[0]?.holdAgainAt).toBe(await getHourAfterFirst())

  await moveOrdersBack(37)
  const later = await calls.getOrder({ id: second.id })
  expect(Date.parse(later.holdAgainAt ?? '')).toBeGreaterThan(Date.parse(later.serverNow))
  expect((await refusalOf(calls.reserve(reserveInput(sale, [2])))).code).toBe('HOLD_LIMIT_REACHED')
  await moveOrdersBack(2)
  expect((await calls.getOrder({ id: second.id })).holdAgainAt).toBeNull()
  expect((await calls.reserve(reserveInput(sale, [2]))).status).toBe('reserved')
})
