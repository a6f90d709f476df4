import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { endHolds as endHoldsOf } from './end-holds'
import { expireOrders } from './expire-orders'
import { giveTickets } from './give-tickets'
import { dispatchOutbox } from './jobs'
import { offerToWaitlist, waitlistOfferedJob } from './offer-waitlist'
import { refundTickets } from './refunds/refund-tickets'
import { acceptOffer } from './accept-offer'
import {
  createShop,
  endHolds,
  findFaults,
  insertCaller,
  insertSale,
  reserveInput,
  type Shop,
} from '~tests/support/shop'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let shop: Shop
const notified: { name: string; payloads: readonly unknown[] }[] = []
const jobs = {
  enqueueMany: async (_: unknown, name: string, payloads: readonly unknown[]) =>
    void notified.push({ name, payloads }),
}

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createShop(database.db)
})
afterAll(() => database.drop())

async function insertCode(
  eventId: string,
  code: string,
  terms: { percent?: number; amount?: number; limit?: number },
) {
  await sql`insert into promo_codes (event_id, code, percent, amount_cents, use_limit)
    values (${eventId}, ${code}, ${terms.percent ?? null}, ${terms.amount ?? null}, ${terms.limit ?? null})`.execute(
    database.db,
  )
}

async function pay(
  orderId: string,
  caller: Awaited<ReturnType<typeof insertCaller>>,
  cents: number,
): Promise<void> {
  const { redirectUrl } = await shop.as(caller).startPayment({ orderId })
  await shop.sales.settle({ reference: redirectUrl.split('/').at(-1) ?? '', amountCents: cents })
}

const refund = (orderId: string, ticketIds?: string[]) =>
  shop.db
    .transaction()
    .execute((trx) => refundTickets(trx, { orderId, ticketIds, reason: 'You asked for it.' }))

describe('promo codes', () => {
  test('a promo code is part of the request, counts once, and is released with the hold', async () => {
    const sale = await insertSale(shop.db, [
      { total: 10, cents: 1600 },
      { total: 10, cents: 1000 },
    ])
    await insertCode(sale.eventId, 'EARLY20', { percent: 20, limit: 1 })
    const [caller, other] = [await insertCaller(shop.db), await insertCaller(shop.db)]
    const input = { ...reserveInput(sale, [2, 1]), promoCode: ' early20 ', source: 'chat' as const }
    const order = await shop.as(caller).reserve(input)
    expect(order).toMatchObject({ subtotalCents: 3360, feeCents: 336, totalCents: 3696 })
    expect(await shop.as(caller).reserve(input)).toMatchObject({ id: order.id })
    await expect(shop.as(caller).reserve({ ...input, promoCode: null })).rejects.toMatchObject({
      code: 'KEY_REUSED',
    })
    const again = { ...reserveInput(sale, [1]), promoCode: 'EARLY20' }
    await expect(shop.as(other).reserve(again)).rejects.toMatchObject({ code: 'PROMO_USED_UP' })
    const unknown = { ...again, promoCode: 'NOTHING' }
    await expect(shop.as(other).reserve(unknown)).rejects.toMatchObject({ code: 'PROMO_UNKNOWN' })
    expect(await shop.as(caller).getOrder({ id: order.id })).toMatchObject({
      discountCents: 840,
      promoCode: 'EARLY20',
      items: [{ discountCents: 640 }, { discountCents: 200 }],
    })
    await shop.as(caller).cancelOrder({ orderId: order.id })
    expect(await shop.as(other).reserve(again)).toMatchObject({ subtotalCents: 1280 })
    expect(await findFaults(shop.db)).toEqual([])
  })

  test('an order that a promo code makes free is confirmed immediately', async () => {
    const sale = await insertSale(shop.db, [{ total: 10, cents: 1600 }])
    await insertCode(sale.eventId, 'FRIENDS', { amount: 9900 })
    const order = await shop
      .as(await insertCaller(shop.db))
      .reserve({ ...reserveInput(sale, [2]), promoCode: 'FRIENDS' })
    expect(order).toMatchObject({ status: 'confirmed', totalCents: 0 })
  })

  test('a promo code is refused before its start, and a late payment cannot reuse its last use', async () => {
    const sale = await insertSale(shop.db, [{ total: 10, cents: 1600 }])
    await insertCode(sale.eventId, 'ONCE', { percent: 50, limit: 1 })
    await insertCode(sale.eventId, 'SOON', { percent: 50 })
    await sql`update promo_codes set starts_at = now() + interval '1 hour' where code = 'SOON'`.execute(
      shop.db,
    )
    const [caller, other] = [await insertCaller(shop.db), await insertCaller(shop.db)]
    const soon = { ...reserveInput(sale, [1]), promoCode: 'SOON' }
    await expect(shop.as(caller).reserve(soon)).rejects.toMatchObject({ code: 'PROMO_NOT_ACTIVE' })
    const order = await shop.as(caller).reserve({ ...reserveInput(sale, [1]), promoCode: 'ONCE' })
    const { redirectUrl } = await shop.as(caller).startPayment({ orderId: order.id })
    await endHolds(shop.db, [order.id])
    await expireOrders(shop.db)
    await shop.as(other).reserve({ ...reserveInput(sale, [1]), promoCode: 'ONCE' })
    const reference = redirectUrl.split('/').at(-1) ?? ''
    expect(await shop.sales.settle({ reference, amountCents: 880 })).toMatchObject({ outcome: 'returned' })
    expect((await shop.as(caller).getOrder({ id: order.id })).refund).toMatchObject({
      amountCents: 880,
      reason: 'The payment arrived after the hold expired, and the promo code had reached its limit.',
    })
  })
})

test('hides a ticket type from the availability, and sells it only with its access code', async () => {
  const sale = await insertSale(shop.db, [{ total: 10 }, { total: 10 }])
  await sql`update ticket_types set access_code = 'CREW' where id = ${sale.types[1]}`.execute(shop.db)
  const caller = shop.as(await insertCaller(shop.db))
  const input = reserveInput(sale, [0, 1])
  await expect(caller.reserve(input)).rejects.toMatchObject({ code: 'TICKET_TYPE_NOT_FOUND' })
  await expect(caller.reserve({ ...input, accessCode: 'OTHER' })).rejects.toMatchObject({
    code: 'TICKET_TYPE_NOT_FOUND',
  })
  expect(await caller.reserve({ ...input, accessCode: 'crew' })).toMatchObject({ status: 'reserved' })
  expect((await caller.availability({ eventId: sale.eventId })).types.map(({ id }) => id)).toEqual([
    sale.types[0],
  ])
})

test('refunds three tickets one by one, exact to the cent with their fee, and keeps a checked-in ticket valid', async () => {
  const sale = await insertSale(shop.db, [{ total: 10, cents: 1605 }])
  await insertCode(sale.eventId, 'FIVE', { amount: 5, limit: 1 })
  const caller = await insertCaller(shop.db)
  const order = await shop
    .as(caller)
    .reserve({ ...reserveInput(sale, [4]), promoCode: 'FIVE', source: 'list' })
  expect(order.totalCents).toBe(7057)
  await pay(order.id, caller, 7057)
  await dispatchOutbox(shop.db, { jobs, log: shop.log })
  const { tickets } = await shop.as(caller).getOrder({ id: order.id })
  const [first, second, third, fourth] = tickets.map(({ id }) => id).sort()
  await sql`update tickets set checked_in_at = now() where id = ${fourth}`.execute(shop.db)
  expect(await refund(order.id)).toEqual({ outcome: 'checked_in' })
  const back = []
  for (const id of [first, second, third]) back.push(await refund(order.id, [id ?? '']))
  // Exact shares of 64.15: 16.04, 32.08, 48.11; of the fee of 6.42: 1.61, 3.21, 4.81.
  expect(back).toMatchObject([
    { cents: 1765, isComplete: false },
    { cents: 1764 },
    { cents: 1763, isComplete: false },
  ])
  expect(await refund(order.id, [first ?? ''])).toEqual({ outcome: 'gone' })
  expect(await findFaults(shop.db)).toEqual([])
  await sql`update tickets set checked_in_at = null where id = ${fourth}`.execute(shop.db)
  expect(await refund(order.id)).toMatchObject({ cents: 7057 - 1765 - 1764 - 1763, isComplete: true })
  expect(await shop.as(caller).getOrder({ id: order.id })).toMatchObject({
    status: 'refunded',
    refundedCents: 7057,
  })
  const { rows } =
    await sql`select quantity_sold, revenue_cents, used from ticket_types t join promo_codes c using (event_id)
    where t.id = ${sale.types[0]}`.execute(shop.db)
  expect(rows).toEqual([{ quantity_sold: 0, revenue_cents: 0, used: 0 }])
  expect(await findFaults(shop.db)).toEqual([])
})

describe('released tickets', () => {
  test('offers released tickets to the waitlist for half an hour; a partial offer keeps its recipient’s position', async () => {
    const sale = await insertSale(shop.db, [{ total: 2, cents: 0 }])
    const [caller, waiting] = [await insertCaller(shop.db), await insertCaller(shop.db)]
    const order = await shop.as(caller).reserve(reserveInput(sale, [2]))
    await sql`insert into waitlist_entries (ticket_type_id, customer_id, quantity)
      values (${sale.types[0]}, ${waiting.id}, 2)`.execute(shop.db)
    const [ticket] = (await shop.as(caller).getOrder({ id: order.id })).tickets
    expect(await refund(order.id, [ticket?.id ?? ''])).toMatchObject({ cents: 0, isComplete: false })
    notified.length = 0
    expect(await offerToWaitlist({ ...shop, jobs })).toBe(1)
    expect(notified).toMatchObject([
      { name: waitlistOfferedJob, payloads: [{ entryId: expect.any(String) }] },
    ])
    const { rows } = await sql<{ order_id: string; minutes: number }>`
      select o.id as order_id, round(extract(epoch from o.expires_at - o.created_at) / 60)::int as minutes
      from waitlist_entries w join orders o on o.id = w.order_id where w.customer_id = ${waiting.id}`.execute(
      shop.db,
    )
    expect(rows).toMatchObject([{ minutes: 30 }])
    const offer = { orderId: rows[0]?.order_id ?? '', customerId: waiting.id }
    expect(await acceptOffer(shop.db, { ...offer, customerId: caller.id })).toBeUndefined()
    expect(await acceptOffer(shop.db, offer)).toBe('confirmed')
    const line =
      await sql`select status, quantity from waitlist_entries where customer_id = ${waiting.id} order by status`.execute(
        shop.db,
      )
    expect(line.rows).toEqual([
      { status: 'bought', quantity: 2 },
      { status: 'waiting', quantity: 1 },
    ])
    expect(await findFaults(shop.db)).toEqual([])
  })

  test('offers no released tickets of a canceled event, whose holds and waitlist end', async () => {
    const sale = await insertSale(shop.db, [{ total: 1 }])
    const [caller, waiting] = [await insertCaller(shop.db), await insertCaller(shop.db)]
    const { id } = await shop.as(caller).reserve(reserveInput(sale, [1]))
    await sql`insert into waitlist_entries (ticket_type_id, customer_id, quantity)
      values (${sale.types[0]}, ${waiting.id}, 1)`.execute(shop.db)
    const ended = await shop.db.transaction().execute(async (trx) => {
      await sql`update events set event_status = 'cancelled' where id = ${sale.eventId}`.execute(trx)
      return endHoldsOf(trx, { eventId: sale.eventId })
    })
    expect(ended).toBe(1)
    expect((await shop.as(caller).getOrder({ id })).status).toBe('cancelled')
    expect(await offerToWaitlist({ ...shop, jobs })).toBe(0)
    const { rows } = await sql`select status from waitlist_entries where customer_id = ${waiting.id}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ status: 'over' }])
    expect(await findFaults(shop.db)).toEqual([])
  })
})

test('gives free tickets before the waitlist gets any, without revenue and never beyond the stock', async () => {
  const sale = await insertSale(shop.db, [{ total: 3, cents: 1600 }])
  await sql`insert into waitlist_entries (ticket_type_id, customer_id, quantity)
    values (${sale.types[0]}, ${(await insertCaller(shop.db)).id}, 1)`.execute(shop.db)
  const give = (quantity: number, eventId = sale.eventId) =>
    shop.db.transaction().execute((trx) =>
      giveTickets(trx, {
        eventId,
        ticketTypeId: sale.types[0] ?? '',
        quantity,
        name: 'Press',
        email: 'press@example.com',
        customerId: null,
      }),
    )
  expect(await give(2)).toMatchObject({ outcome: 'given' })
  expect(await give(2)).toEqual({ outcome: 'sold_out' })
  expect(await give(1, (await insertSale(shop.db, [{ total: 1 }])).eventId)).toEqual({ outcome: 'not_found' })
  const { rows } =
    await sql`select quantity_sold, revenue_cents from ticket_types where id = ${sale.types[0]}`.execute(
      shop.db,
    )
  expect(rows).toEqual([{ quantity_sold: 2, revenue_cents: 0 }])
  expect(await findFaults(shop.db)).toEqual([])
})
