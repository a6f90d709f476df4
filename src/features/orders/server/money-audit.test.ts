import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import { createTestDatabase } from '~tests/support/database'
import { parseAmountCents } from './payments/sandbox'
import { expireOrders } from './expire-orders'
import { sendRefunds } from './refunds/send-refunds'
import { createShop, endHolds, insertCaller, insertSale, reserveInput, type Shop } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

interface Line {
  action: string
  actor_id: string | null
  details: Record<string, unknown>
}
async function listEntries(orderId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`select action, actor_id, details from audit_log
    where subject_type = 'order' and subject_id = ${orderId} order by created_at, action`.execute(db)
  return rows
}

async function holdAndOpen(shop: Shop, currency: Currency = 'USD') {
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 4, cents: 1600 }], { currency })
  const { id } = await shop.as(caller).reserve(reserveInput(sale, [2]))
  const { redirectUrl } = await shop.as(caller).startPayment({ orderId: id })
  const reference = redirectUrl.split('/').at(-1) ?? ''
  const settle = () => shop.sales.settle({ reference, amountCents: parseAmountCents(reference) ?? 0 })
  return { caller, id, settle }
}

test('writes no audit entry for an order that is paid in time', async () => {
  const { id, settle } = await holdAndOpen(createShop(db))
  expect((await settle()).outcome).toBe('confirmed')
  expect(await listEntries(id)).toEqual([])
})

test.each(['USD', 'EUR'] as const)(
  'records a late payment in %s that still got its tickets',
  async (currency) => {
    const { id, settle, caller } = await holdAndOpen(createShop(db), currency)
    await endHolds(db, [id])
    await expireOrders(db)
    expect((await settle()).outcome).toBe('confirmed')
    expect(await listEntries(id)).toEqual([
      {
        action: 'money.late_approval',
        actor_id: null,
        details: { order: expect.stringMatching(/^OR-/), cents: 3520, currency, person: caller.id },
      },
    ])
  },
)

test.each(['USD', 'JPY'] as const)(
  'records a refund in %s once when it is requested and once when it is sent',
  async (currency) => {
    const shop = createShop(db)
    const { id, settle, caller } = await holdAndOpen(shop, currency)
    await shop.as(caller).cancelOrder({ orderId: id })
    expect((await settle()).outcome).toBe('returned')
    expect((await settle()).outcome).toBe('settled')
    await sendRefunds(shop)
    await sendRefunds(shop)
    expect(await listEntries(id)).toMatchObject([
      {
        action: 'money.refund',
        actor_id: null,
        details: { cents: 3520, currency, person: caller.id, reason: 'order_cancelled' },
      },
      { action: 'money.refund_sent', actor_id: null, details: { cents: 3520, currency } },
    ])
  },
)

test('records a refund that failed permanently, with the reason', async () => {
  const shop = createShop(db)
  const refuses = {
    ...shop.payments,
    refund: async () => {
      throw new Error('The card is closed')
    },
  }
  const { id, settle, caller } = await holdAndOpen(shop)
  await shop.as(caller).cancelOrder({ orderId: id })
  await settle()
  await sendRefunds({ ...shop, payments: refuses })
  expect((await listEntries(id)).map(({ action }) => action)).toEqual(['money.refund'])
  await sql`update refunds set attempts = 17, next_attempt_at = now() where payment_id in
    (select id from payments where order_id = ${id})`.execute(db)
  await sendRefunds({ ...shop, payments: refuses })
  expect((await listEntries(id)).at(-1)).toMatchObject({
    action: 'money.refund_failed',
    details: { reason: 'Error: The card is closed' },
  })
})

test('records a batch of completed refunds in one statement, under their ids', async () => {
  const { rows } = await sql<{ missing: number }>`select count(*) as missing from refunds r
    where not exists (select from audit_log a where a.id = r.id and a.action = 'money.refund' and a.created_at = r.created_at)`.execute(
    db,
  )
  expect(rows).toEqual([{ missing: 0 }])
})
