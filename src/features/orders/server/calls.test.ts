import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { createNoPayments } from './payments/create-payments'
import {
  createShop,
  insertCaller,
  insertSale,
  parseTicketCode,
  reserveInput,
  type Shop,
} from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
let shop: Shop
let caller: Caller
let stranger: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  shop = createShop(db)
  caller = await insertCaller(db)
  stranger = await insertCaller(db)
})
afterAll(() => drop())

describe('permissions', () => {
  test('DA-03 treats another account’s order and ticket as not found', async () => {
    const sale = await insertSale(db, [{ total: 5, cents: 0 }, { total: 5 }])
    const free = await shop.as(caller).reserve(reserveInput(sale, [1]))
    const { tickets } = await shop.as(caller).getOrder({ id: free.id })
    const held = await shop.as(caller).reserve(reserveInput(sale, [0, 1]))
    const theirs = shop.as(stranger)
    const tries = [
      () => theirs.getOrder({ id: free.id }),
      () => theirs.getTicket({ id: tickets[0]?.id ?? '' }),
      () => theirs.startPayment({ orderId: held.id }),
      () => theirs.cancelOrder({ orderId: held.id }),
      () => theirs.getOrder({ id: newId() }),
    ]
    for (const attempt of tries) expect((await refusalOf(attempt())).status).toBe(404)
    expect((await theirs.listOrders({})).orders).toEqual([])
    expect((await theirs.listTickets({ period: 'upcoming' })).tickets).toEqual([])
    expect((await shop.as(caller).getOrder({ id: held.id })).status).toBe('reserved')
  })

  test('refuses anonymous callers in every call about their own orders and tickets', async () => {
    const visitor = shop.as(null)
    const tries = [
      () => visitor.reserve({ eventId: newId(), clientKey: newId(), items: [] }),
      () => visitor.getOrder({ id: newId() }),
      () => visitor.listOrders({}),
      () => visitor.listTickets({ period: 'past' }),
      () => visitor.cancelOrder({ orderId: newId() }),
    ]
    for (const attempt of tries) expect((await refusalOf(attempt())).code).toBe('UNAUTHORIZED')
  })
})

describe('reads for the screens', () => {
  test('returns an order with everything that checkout shows', async () => {
    const sale = await insertSale(db, [
      { total: 50, name: 'General Admission' },
      { total: 50, name: 'Late Entry' },
    ])
    const own = shop.as(caller)
    const { id } = await own.reserve(reserveInput(sale, [3, 1]))
    await own.startPayment({ orderId: id, buyerName: 'Ada Example', buyerEmail: 'ada@example.com' })
    expect(await own.getOrder({ id })).toMatchObject({
      status: 'reserved',
      buyer: { name: 'Ada Example', email: 'ada@example.com' },
      event: { title: 'Dust & Diamonds', timezone: 'Europe/London', venueName: 'Carriage Works' },
      items: [
        { name: 'General Admission', quantity: 3, unitCents: 1600, remaining: 47 },
        { name: 'Late Entry', quantity: 1, unitCents: 1600, remaining: 49 },
      ],
      subtotalCents: 6400,
      feeCents: 640,
      totalCents: 7040,
      payment: { status: 'started', provider: 'sandbox', declineReason: null },
      isPaymentAvailable: true,
    })
  })

  test('stores the attendee’s name in one line, whatever was entered', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const own = shop.as(caller)
    const { id } = await own.reserve(reserveInput(sale, [1]))
    await own.startPayment({ orderId: id, buyerName: ' Ada\u0000\r\nExample\u202E\uD83E ' })
    expect((await own.getOrder({ id })).buyer.name).toBe('Ada Example')
    expect((await refusalOf(own.startPayment({ orderId: id, buyerName: ' \u0000 ' }))).status).toBe(400)
  })

  test('T-05 reports that no payment provider is configured', async () => {
    const closed = createShop(db, { payments: createNoPayments() })
    expect((await closed.as(null).terms()).provider).toBe('none')
    expect(await shop.as(null).terms()).toMatchObject({
      provider: 'sandbox',
      feeBasisPoints: 1000,
      holdMinutes: 10,
    })
  })

  test('C-03 pages upcoming and past tickets by date and status, without gaps or repeats', async () => {
    const person = await insertCaller(db)
    const own = shop.as(person)
    const days = [3, 1, 2, -2]
    for (const day of days) {
      const sale = await insertSale(db, [
        { total: 9, cents: 0 },
        { total: 9, cents: 0 },
      ])
      await own.reserve(reserveInput(sale, [2, 1]))
      await sql`update events set event_date = now() + ${day} * interval '1 day' where id = ${sale.eventId}`.execute(
        db,
      )
    }
    const seen: string[] = []
    const dates: string[] = []
    let after: string | undefined
    do {
      const page = await own.listTickets({ period: 'upcoming', limit: 2, ...(after ? { after } : {}) })
      seen.push(...page.tickets.map(({ id }) => id))
      dates.push(...page.tickets.map(({ event }) => event.eventDate))
      after = page.nextCursor ?? undefined
    } while (after)
    expect(new Set(seen).size).toBe(9)
    expect(dates).toEqual(dates.toSorted())
    const [first] = seen
    const ticket = await own.getTicket({ id: first ?? '' })
    expect(ticket).toMatchObject({
      isUpcoming: true,
      isAttended: false,
      position: 1,
      count: 2,
      countInOrder: 3,
    })
    expect(ticket.qr?.size).toBeGreaterThan(20)
    const { secret } = await db
      .selectFrom('tickets')
      .select('secret')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow()
    expect(parseTicketCode(ticket.code ?? '')).toBe(secret)

    await sql`update tickets set status = 'refunded' where id = ${first ?? ''}`.execute(db)
    await sql`update tickets set checked_in_at = now() where id = ${seen[1] ?? ''}`.execute(db)
    const past = await own.listTickets({ period: 'past' })
    expect(past.tickets).toHaveLength(4)
    expect(past.tickets[0]).toMatchObject({ id: first, code: null, qr: null })
    expect(await own.getTicket({ id: seen[1] ?? '' })).toMatchObject({
      isAttended: true,
      position: 1,
      count: 1,
      countInOrder: 2,
    })
    expect(past.tickets[0]).toMatchObject({ position: 1, count: 1 })
    // A transferred ticket is counted among its new holder's tickets.
    const other = await insertCaller(db)
    await sql`update tickets set customer_id = ${other.id} where id = ${seen[1] ?? ''}`.execute(db)
    for (const [reader, id] of [
      [own, seen[2]],
      [shop.as(other), seen[1]],
    ] as const)
      expect(await reader.getTicket({ id: id ?? '' })).toMatchObject({ position: 1, count: 1 })
  })

  test('an order that was cancelled before payment has no tickets', async () => {
    const own = shop.as(await insertCaller(db))
    const sale = await insertSale(db, [{ total: 50 }])
    const { id } = await own.reserve(reserveInput(sale, [2]))
    await own.cancelOrder({ orderId: id })
    const { orders } = await own.listOrders({ limit: 3 })
    expect(orders[0]).toMatchObject({ status: 'cancelled', ticketCounts: { own: 0 } })
    expect(await own.getOrder({ id })).toMatchObject({ ticketCounts: { own: 0 } })
  })

  test('C-05 pages orders newest first', async () => {
    const own = shop.as(await insertCaller(db))
    const sale = await insertSale(db, [{ total: 50 }])
    const made: string[] = []
    for (let index = 0; index < 5; index++) made.unshift((await own.reserve(reserveInput(sale, [2]))).id)
    const firstPage = await own.listOrders({ limit: 3 })
    const secondPage = await own.listOrders({
      limit: 3,
      ...(firstPage.nextCursor ? { after: firstPage.nextCursor } : {}),
    })
    expect([...firstPage.orders, ...secondPage.orders].map(({ id }) => id)).toEqual(made)
    expect(secondPage.nextCursor).toBeNull()
    expect(firstPage.orders[0]).toMatchObject({
      ticketCounts: { own: 2 },
      totalCents: 3520,
      hasReceipt: false,
    })
  })
})

describe('hostile input', () => {
  const nasty = [
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '\u0000',
    '🪩'.repeat(50),
    '',
    ' ',
    '../../etc',
    'null',
    '[]',
  ]

  test('refuses invalid input with status 4xx and a message, and changes nothing', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const own = shop.as(caller)
    const createItem = (quantity: unknown) => [{ ticketTypeId: sale.types[0], quantity }]
    const base = reserveInput(sale, [1])
    const inputs: unknown[] = [
      ...nasty.map((text) => ({ ...base, eventId: text })),
      ...nasty.map((text) => ({ ...base, clientKey: text })),
      ...nasty.map((text) => ({ ...base, items: [{ ticketTypeId: text, quantity: 1 }] })),
      ...[-1, 1.5, 11, 1e6, 1e308, Number.NaN, '1', null, {}, [], true].map((quantity) => ({
        ...base,
        items: createItem(quantity),
      })),
      { ...base, items: 'all' },
      { ...base, items: Array.from({ length: 51 }, () => base.items[0]) },
      null,
      [],
      'x',
    ]
    for (const input of inputs) {
      const error = await refusalOf(own.reserve(input as never))
      expect([400, 404, 409, 422]).toContain(error.status)
      expect(error.message.length).toBeGreaterThan(10)
    }
    expect(await own.listOrders({ limit: 1 }).then(({ orders }) => orders[0]?.event.id)).not.toBe(
      sale.eventId,
    )
    const { types } = await shop.as(null).availability({ eventId: sale.eventId })
    expect(types.map(({ remaining }) => remaining)).toEqual([5])
  })

  test('every other call refuses invalid ids, references and cursors', async () => {
    const own = shop.as(caller)
    const cursors = [
      'x',
      'W10',
      'WzEsMl0',
      Buffer.from('[1e300,"a"]').toString('base64url'),
      Buffer.from(JSON.stringify([9e16, newId()])).toString('base64url'),
    ]
    const tries = [
      ...nasty.flatMap((text) => [
        () => own.getOrder({ id: text }),
        () => own.getTicket({ id: text }),
        () => own.startPayment({ orderId: text }),
        () => own.cancelOrder({ orderId: text }),
        () => own.availability({ eventId: text }),
        () => own.sandbox.get({ reference: text }),
        () => own.sandbox.decide({ reference: text, decision: 'approve' }),
      ]),
      ...cursors.map((after) => () => own.listOrders({ after })),
      ...cursors.map((after) => () => own.listTickets({ period: 'past', after })),
      () => own.listOrders({ limit: 1e9 }),
      () => own.sandbox.decide({ reference: `sbx_1_${'0'.repeat(40)}`, decision: 'approve' }),
      () => own.sandbox.decide({ reference: `sbx_999999999_${'0'.repeat(40)}`, decision: 'decline' }),
      () => own.startPayment({ orderId: newId(), buyerEmail: 'nobody' }),
    ]
    for (const attempt of tries) expect([400, 404]).toContain((await refusalOf(attempt())).status)
  })
})
