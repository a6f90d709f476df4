import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '~/database/connect'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { createNoPayments } from './payments/create-payments'
import {
  createShop,
  findFaults,
  insertCaller,
  insertCallers,
  insertSale,
  openShop,
  reserveInput,
} from '~tests/support/shop'

const { db, url, shop } = await openShop()

async function getStock(type: string | undefined) {
  const row = await db
    .selectFrom('ticket_types')
    .selectAll()
    .where('id', '=', type ?? '')
    .executeTakeFirstOrThrow()
  return { held: row.quantity_held, sold: row.quantity_sold }
}

describe('reservations', () => {
  test('a reservation holds several ticket types for ten minutes and adds the fee', async () => {
    const sale = await insertSale(db, [
      { total: 50, cents: 1605 },
      { total: 50, cents: 2000 },
    ])
    const order = await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [3, 1]))
    expect(order).toMatchObject({ status: 'reserved', subtotalCents: 6815, feeCents: 682, totalCents: 7497 })
    expect(Date.parse(order.expiresAt) - Date.parse(order.serverNow)).toBe(10 * 60 * 1000)
    expect(await getStock(sale.types[0])).toEqual({ held: 3, sold: 0 })
    expect(await getStock(sale.types[1])).toEqual({ held: 1, sold: 0 })
  })

  test('free tickets are confirmed immediately, even without a payment provider', async () => {
    const sale = await insertSale(db, [
      { total: 5, cents: 0 },
      { total: 5, cents: 100 },
    ])
    const caller = await insertCaller(db)
    const own = createShop(db, { payments: createNoPayments() }).as(caller)
    const order = await own.reserve(reserveInput(sale, [2]))
    expect(order).toMatchObject({ status: 'confirmed', totalCents: 0 })
    const { tickets } = await own.listTickets({ period: 'upcoming' })
    expect(tickets.map(({ orderId, position, count }) => [orderId, position, count])).toEqual([
      [order.id, 1, 2],
      [order.id, 2, 2],
    ])
    expect(await refusalOf(own.reserve(reserveInput(sale, [1, 1])))).toMatchObject({
      message: 'Checkout coming soon!',
    })
    expect(await getStock(sale.types[0])).toEqual({ held: 0, sold: 2 })
  })

  test('tickets of an order are numbered within their type', async () => {
    const sale = await insertSale(db, [
      { total: 5, cents: 0 },
      { total: 5, cents: 0, name: 'Late Entry' },
    ])
    const own = shop.as(await insertCaller(db))
    await own.reserve(reserveInput(sale, [2, 1]))
    const { tickets } = await own.listTickets({ period: 'upcoming' })
    expect(
      tickets.map(({ ticketTypeId, position, count, countInOrder }) => [
        sale.types.indexOf(ticketTypeId),
        position,
        count,
        countInOrder,
      ]),
    ).toEqual([
      [0, 1, 2, 3],
      [0, 2, 2, 3],
      [1, 1, 1, 3],
    ])
  })

  test('a refused reservation names the type that is sold out with its remaining tickets, and holds nothing', async () => {
    const sale = await insertSale(db, [{ total: 50 }, { total: 2, name: 'Late Entry' }])
    const caller = shop.as(await insertCaller(db))
    expect(await refusalOf(caller.reserve(reserveInput(sale, [1, 3])))).toMatchObject({
      code: 'SOLD_OUT',
      status: 409,
      message: 'Only 2 of Late Entry are left. Choose fewer and try again.',
      data: { ticketTypeId: sale.types[1], name: 'Late Entry', remaining: 2 },
    })
    await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [0, 2]))
    expect((await refusalOf(caller.reserve(reserveInput(sale, [0, 1])))).message).toBe(
      'Late Entry is sold out. Choose other tickets.',
    )
    expect(await getStock(sale.types[0])).toEqual({ held: 0, sold: 0 })
  })

  test('the largest order at the highest price is accepted', async () => {
    const sale = await insertSale(db, [
      { total: 100, cents: 10_000_000 },
      { total: 100, cents: 10_000_000 },
    ])
    const order = await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [10, 10]))
    expect(order.subtotalCents).toBe(200_000_000)
  })

  test('each reason not to sell a ticket has its own error', async () => {
    const caller = shop.as(await insertCaller(db))
    const getErrorCode = async (event: Parameters<typeof insertSale>[2], quantities = [1]) =>
      (await refusalOf(caller.reserve(reserveInput(await insertSale(db, [{ total: 9 }], event), quantities))))
        .code
    expect(await getErrorCode({ status: 'draft' })).toBe('EVENT_NOT_FOUND')
    expect(await getErrorCode({ isPublic: false })).toBe('EVENT_NOT_FOUND')
    expect(await getErrorCode({ status: 'cancelled' })).toBe('EVENT_CANCELLED')
    expect(await getErrorCode({ status: 'postponed' })).toBe('NOT_ON_SALE')
    expect(await getErrorCode({ date: new Date(Date.now() - 1000) })).toBe('EVENT_OVER')
    expect(await getErrorCode({}, [0])).toBe('EMPTY_SELECTION')
    expect(await getErrorCode({}, [])).toBe('EMPTY_SELECTION')
    expect(await getErrorCode({}, [11])).toBe('TOO_MANY')
    const [first, other] = [await insertSale(db, [{ total: 9 }]), await insertSale(db, [{ total: 9 }])]
    const mixed = { ...reserveInput(first, [1]), items: reserveInput(other, [1]).items }
    expect((await refusalOf(caller.reserve(mixed))).code).toBe('TICKET_TYPE_NOT_FOUND')
    expect((await refusalOf(caller.reserve({ ...mixed, eventId: newId() }))).code).toBe('EVENT_NOT_FOUND')
    const early = await insertSale(db, [{ total: 9, name: 'Early Bird' }])
    await sql`update ticket_types set sale_ends_at = now() - interval '1 minute' where event_id = ${early.eventId}`.execute(
      db,
    )
    expect(await refusalOf(caller.reserve(reserveInput(early, [1])))).toMatchObject({
      code: 'NOT_ON_SALE',
      data: { ticketTypeId: early.types[0], name: 'Early Bird' },
    })
  })
})

describe('idempotency keys', () => {
  test('a double click, a retry and a request to another process get the same order', async () => {
    const sale = await insertSale(db, [{ total: 50 }, { total: 50 }])
    const caller = await insertCaller(db)
    const input = reserveInput(sale, [2, 1])
    const turned = { ...input, items: input.items.toReversed() }
    const elsewhere = connect({ url, poolSize: 2 })
    const other = createShop(elsewhere)
    const orders = await Promise.all([
      ...[input, turned, input].map((same) => shop.as(caller).reserve(same)),
      ...[turned, input].map((same) => other.as(caller).reserve(same)),
    ])
    orders.push(await shop.as(caller).reserve(turned))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(await getStock(sale.types[0])).toEqual({ held: 2, sold: 0 })
    await elsewhere.destroy()
  })

  test('the same key with other content is refused, but another account may use it', async () => {
    const sale = await insertSale(db, [{ total: 50 }])
    const [caller, stranger] = [await insertCaller(db), await insertCaller(db)]
    const input = reserveInput(sale, [1])
    const changed = { ...input, items: reserveInput(sale, [2]).items }
    const [first, second] = await Promise.allSettled([
      shop.as(caller).reserve(input),
      shop.as(caller).reserve(changed),
    ])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ reason: { code: 'KEY_REUSED' } })
    expect((await refusalOf(shop.as(caller).reserve(changed))).code).toBe('KEY_REUSED')
    const theirs = await shop.as(stranger).reserve(input)
    expect(first).not.toMatchObject({ value: { id: theirs.id } })
    expect(await getStock(sale.types[0])).toEqual({ held: 2, sold: 0 })
  })

  test('a key returns its order even when the tickets are sold out and the event is over', async () => {
    const sale = await insertSale(db, [{ total: 1 }])
    const caller = shop.as(await insertCaller(db))
    const input = reserveInput(sale, [1])
    const order = await caller.reserve(input)
    await sql`update events set event_date = now() - interval '1 day' where id = ${sale.eventId}`.execute(db)
    expect((await caller.reserve(input)).id).toBe(order.id)
  })
})

describe('reservation batches', () => {
  test('when a batch fails, each of its requests is tried alone, so that only the bad one is refused', async () => {
    const sale = await insertSale(db, [{ total: 100 }])
    const callers = await insertCallers(db, 20)
    // PostgreSQL text cannot hold NUL, and a deleted person breaks the foreign key: the full statement fails.
    const bad = callers.map((caller, index) => {
      if (index === 7) return { ...caller, fullName: 'Mara\u0000Voss' }
      return index === 13 ? { ...caller, id: newId() } : caller
    })
    const results = await Promise.allSettled(
      bad.map((caller) => shop.as(caller).reserve(reserveInput(sale, [1]))),
    )
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7, 13])
    expect(await getStock(sale.types[0])).toEqual({ held: 18, sold: 0 })
  })

  test('requests are served in order; a large order that doesn’t fit doesn’t block smaller ones', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const callers = await insertCallers(db, 4)
    const wishes = [3, 4, 2, 1]
    const results = await Promise.allSettled(
      callers.map((caller, index) => shop.as(caller).reserve(reserveInput(sale, [wishes[index] ?? 0]))),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  })

  test('orders that take types in different orders neither deadlock nor oversell', async () => {
    const sale = await insertSale(db, [{ total: 150 }, { total: 150, cents: 0 }, { total: 150 }])
    const pools = Array.from({ length: 3 }, () => connect({ url, poolSize: 4 }))
    const shops = pools.map((pool) => createShop(pool))
    const callers = await insertCallers(db, 60)
    const choices = [
      [1, 0, 2],
      [0, 2, 1],
      [2, 1, 0],
      [0, 1, 0],
    ]
    const results = await Promise.allSettled(
      Array.from({ length: 600 }, async (_, index) => {
        const { eventId, types } = sale
        const turned = index % 2 === 0 ? { eventId, types } : { eventId, types: types.toReversed() }
        const client = shops[index % 3]?.as(callers[index % 60] ?? null)
        return client?.reserve(reserveInput(turned, choices[index % 4] ?? []))
      }),
    )
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    expect(refused.filter((reason) => !(reason instanceof ORPCError && reason.code === 'SOLD_OUT'))).toEqual(
      [],
    )
    expect(refused.length).toBeGreaterThan(0)
    expect(await findFaults(db)).toEqual([])
    await Promise.all(pools.map((pool) => pool.destroy()))
  })
})

test('an account reserves at most 20 times per event within the time of one hold', async () => {
  const [greedy, other] = await insertCallers(db, 2)
  const sale = await insertSale(db, [{ total: 1000 }])
  const outcomes = await Promise.all(
    Array.from({ length: 25 }, () =>
      shop
        .as(greedy ?? null)
        .reserve(reserveInput(sale, [10]))
        .then(
          () => 'held',
          (error: unknown) => (error instanceof ORPCError ? error.code : 'failed'),
        ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(20)
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(5)
  await shop.as(other ?? null).reserve(reserveInput(sale, [10]))
  await shop.as(greedy ?? null).reserve(reserveInput(await insertSale(db, [{ total: 5 }]), [1]))
})
