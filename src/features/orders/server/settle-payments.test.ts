import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { ORDER_STATUSES, type OrderStatus } from '../rules/order-state'
import { expireOrders } from './expire-orders'
import { dispatchOutbox } from './jobs'
import { parseAmountCents } from './payments/sandbox'
import { sendRefunds } from './refunds/send-refunds'
import { pollUnreportedPayments } from './poll-unreported-payments'
import { decidePayment } from './testing-payment-decision'
import {
  createShop,
  endHolds,
  findFaults,
  insertCaller,
  insertSale,
  reserveInput,
  type Shop,
} from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
let shop: Shop
let caller: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  shop = createShop(db)
  caller = await insertCaller(db)
})
afterAll(() => drop())

async function holdAndPay(
  sale: Awaited<ReturnType<typeof insertSale>>,
  quantity = 1,
  promoCode: string | null = null,
) {
  const client = shop.as(caller)
  const { id } = await client.reserve({ ...reserveInput(sale, [quantity]), promoCode })
  return { id, reference: await openPayment(id) }
}

async function insertPromoCode(eventId: string): Promise<string> {
  await sql`insert into promo_codes (event_id, code, percent, use_limit) values (${eventId}, 'TENTH', 10, 2)`.execute(
    db,
  )
  return 'TENTH'
}

async function openPayment(orderId: string): Promise<string> {
  const { redirectUrl } = await shop.as(caller).startPayment({ orderId })
  return redirectUrl.slice('/pay/sandbox/'.length)
}

const approve = (reference: string) => shop.as(null).sandbox.decide({ reference, decision: 'approve' })
const getOrder = (id: string) => shop.as(caller).getOrder({ id })

describe('payments in time', () => {
  test('a payment creates one ticket per seat, once, however often it is reported', async () => {
    const sale = await insertSale(db, [{ total: 20 }])
    const { id, reference } = await holdAndPay(sale, 3)
    const results = await Promise.all([approve(reference), approve(reference), approve(reference)])
    expect(results).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'approved', returnUrl: `/checkout/${id}` })),
    )
    expect((await approve(reference)).status).toBe('approved')
    const order = await getOrder(id)
    expect(order).toMatchObject({ status: 'confirmed', payment: { status: 'approved' }, refund: null })
    expect(new Set(order.tickets.map(({ ticketNumber }) => ticketNumber)).size).toBe(3)
    expect(await findFaults(db)).toEqual([])
  })

  test('a declined payment reports the reason, and another attempt is possible', async () => {
    const { id, reference } = await holdAndPay(await insertSale(db, [{ total: 5 }]))
    await shop.as(null).sandbox.decide({ reference, decision: 'decline' })
    expect((await getOrder(id)).payment).toMatchObject({
      status: 'declined',
      declineReason: 'Your bank declined the card ending 4242.',
    })
    const second = await openPayment(id)
    expect(second).not.toBe(reference)
    await approve(second)
    expect((await getOrder(id)).status).toBe('confirmed')
  })

  test('a second start resumes the open payment, even on a double click', async () => {
    const sale = await insertSale(db, [{ total: 5 }])
    const { id, reference } = await holdAndPay(sale)
    expect(await openPayment(id)).toBe(reference)
    const { id: twice } = await shop.as(caller).reserve(reserveInput(sale, [1]))
    const [first, other] = await Promise.all([openPayment(twice), openPayment(twice)])
    expect(first).toBe(other)
  })

  test('of two payments for one order, one brings tickets and the other is refunded', async () => {
    const { id, reference } = await holdAndPay(await insertSale(db, [{ total: 5 }]))
    await sql`update payments set created_at = now(), status = 'declined' where provider_reference = ${reference}`.execute(
      db,
    )
    const second = await openPayment(id)
    const statuses = (await Promise.all([approve(reference), approve(second)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['approved', 'returned'])
    expect(await getOrder(id)).toMatchObject({
      status: 'confirmed',
      refund: { reason: 'The order was already paid.' },
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('a payment of another amount is refunded and confirms nothing', async () => {
    const { id, reference } = await holdAndPay(await insertSale(db, [{ total: 5 }]))
    const settled = await shop.sales.settle({ reference, amountCents: 1 })
    expect(settled).toEqual({ outcome: 'returned', orderId: id })
    expect(await getOrder(id)).toMatchObject({ status: 'reserved', refund: { amountCents: 1 } })
    const forged = reference.replace(/^sbx_\d+/, 'sbx_1')
    await expect(approve(forged)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('payments after the hold', () => {
  test('a payment after the hold brings tickets while some are available', async () => {
    const sale = await insertSale(db, [{ total: 2 }])
    const { id, reference } = await holdAndPay(sale, 2)
    await endHolds(db, [id])
    expect(await expireOrders(db)).toBe(1)
    expect(await getOrder(id)).toMatchObject({ status: 'expired', items: [{ remaining: 2 }] })
    expect((await approve(reference)).status).toBe('approved')
    expect(await getOrder(id)).toMatchObject({ status: 'confirmed', endedAt: null })
    expect(await findFaults(db)).toEqual([])
  })

  test('a payment after the hold is refunded when no tickets are available', async () => {
    const sale = await insertSale(db, [{ total: 2 }])
    const { id, reference } = await holdAndPay(sale, 2)
    await endHolds(db, [id])
    await expireOrders(db)
    await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
    expect((await approve(reference)).status).toBe('returned')
    expect(await getOrder(id)).toMatchObject({
      status: 'refunded',
      refund: { status: 'requested' },
      tickets: [],
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('a payment after the hold is refunded when the event is over', async () => {
    const sale = await insertSale(db, [{ total: 2 }])
    const { id, reference } = await holdAndPay(sale)
    await endHolds(db, [id])
    await expireOrders(db)
    await sql`update events set event_date = now() - interval '6 hours', ends_at = now() where id = ${sale.eventId}`.execute(
      db,
    )
    expect((await approve(reference)).status).toBe('returned')
    expect(await getOrder(id)).toMatchObject({
      status: 'refunded',
      refund: { reason: 'The payment arrived after the hold expired, and the event is no longer on sale.' },
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('a payment reported late by a slow bank is settled by a process that was started later', async () => {
    const { id, reference } = await holdAndPay(await insertSale(db, [{ total: 5 }]))
    await shop.as(null).sandbox.decide({ reference, decision: 'approve_too_late' })
    expect((await getOrder(id)).payment).toMatchObject({
      status: 'started',
      processingSince: expect.any(String),
    })
    const reborn = createShop(db)
    expect(await pollUnreportedPayments(reborn)).toBe(0)
    await endHolds(db, [id])
    await expireOrders(db)
    await sql`update sandbox_answers set due_at = now()`.execute(db)
    expect(await pollUnreportedPayments(reborn)).toBe(1)
    expect(await pollUnreportedPayments(reborn)).toBe(0)
    expect((await getOrder(id)).status).toBe('confirmed')
  })
})

const stepsTo: Record<OrderStatus, string[]> = {
  reserved: [],
  confirmed: ['confirmed'],
  expired: [],
  cancelled: [],
  refunded: ['confirmed', 'refunded'],
}
const yesNo = [true, false]

test.each(ORDER_STATUSES)(
  'settles the payment of an order that is %s according to the rules',
  async (status) => {
    for (const isAmountRight of yesNo)
      for (const hasStock of yesNo)
        for (const hasPromoUse of yesNo)
          for (const isEventPublished of yesNo) {
            const conditions = { status, isAmountRight, hasStock, hasPromoUse, isEventPublished }
            const sale = await insertSale(db, [{ total: 2 }])
            const code = await insertPromoCode(sale.eventId)
            const { id, reference } = await holdAndPay(sale, 1, code)
            if (status === 'expired') await endHolds(db, [id]).then(() => expireOrders(db))
            if (status === 'cancelled') await shop.as(caller).cancelOrder({ orderId: id })
            for (const step of stepsTo[status])
              await db
                .updateTable('orders')
                .set({ status: step, confirmed_at: new Date() })
                .where('id', '=', id)
                .execute()
            if (!hasStock)
              await sql`update ticket_types set quantity_total = quantity_held + quantity_sold where event_id = ${sale.eventId}`.execute(
                db,
              )
            if (!hasPromoUse)
              await sql`update promo_codes set use_limit = 1, used = 1 where event_id = ${sale.eventId}`.execute(
                db,
              )
            if (!isEventPublished)
              await sql`update events set event_status = 'postponed' where id = ${sale.eventId}`.execute(db)
            const amountCents = (parseAmountCents(reference) ?? 0) + (isAmountRight ? 0 : 5)
            const { outcome } = await shop.sales.settle({ reference, amountCents })
            expect({ ...conditions, outcome }).toEqual({ ...conditions, outcome: decidePayment(conditions) })
          }
  },
)

test('repeats a refund request with the same id until the provider completes it', async () => {
  await db.deleteFrom('refunds').execute()
  const sale = await insertSale(db, [{ total: 5 }])
  const { id, reference } = await holdAndPay(sale)
  await shop.as(caller).cancelOrder({ orderId: id })
  expect((await approve(reference)).status).toBe('returned')
  const requests: string[] = []
  const payments = {
    ...shop.payments,
    refund: async ({ refundId, amountCents }: { refundId: string; amountCents: number }) => {
      requests.push(`${refundId} ${amountCents}`)
      if (requests.length < 3) throw new Error('the bank sleeps')
      return 'done'
    },
  }
  const services = { db, payments, log: createLog({ level: 'silent' }) }
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all([sendRefunds(services), sendRefunds(services)])
    await sql`update refunds set next_attempt_at = now()`.execute(db)
  }
  expect(requests).toHaveLength(3)
  expect(new Set(requests).size).toBe(1)
  expect(requests[0]).toMatch(/ 1760$/)
  expect((await getOrder(id)).refund).toMatchObject({ status: 'done', amountCents: 1760 })
})

test('enqueues every confirmation and every refunded payment exactly once', async () => {
  await db.deleteFrom('order_outbox').execute()
  const sale = await insertSale(db, [{ total: 1, cents: 0 }, { total: 1 }])
  const free = await shop.as(caller).reserve(reserveInput(sale, [1]))
  const { id, reference } = await holdAndPay({ ...sale, types: sale.types.slice(1) })
  await shop.as(caller).cancelOrder({ orderId: id })
  await approve(reference)
  const jobs: string[] = []
  const enqueueMany = async (_db: unknown, name: string, payloads: readonly object[]) =>
    void jobs.push(...payloads.map((payload) => `${name} ${JSON.stringify(payload)}`))
  const dispatch = () => dispatchOutbox(db, { jobs: { enqueueMany }, log: shop.log })
  await Promise.all([dispatch(), dispatch()])
  expect(jobs.sort()).toEqual([
    `orders.payment_returned {"orderId":"${id}"}`,
    `tickets.confirmed {"orderId":"${free.id}"}`,
  ])
})
