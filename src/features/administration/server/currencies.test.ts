import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Currency } from '~/lib/currency'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { administrationCalls } from './calls'
import type { Context } from './context'

const { db } = await openShop()
const shop = createEventShop(db)
const buyer = await insertCaller(db)
const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
const context = {
  ...shop.contextOf(admin),
  jobs: { listFailed: async () => [], countFailed: async () => 0 },
} as unknown as Context
const { users, attention } = createRouterClient(administrationCalls, { context })

// The service fee of 10% is added to this price.
const PRICE_CENTS = 1600
const PAID_CENTS = 1760

/** Sells orders of an event in this currency to the buyer, one ticket each. */
async function sell(currency: Currency, orders: number): Promise<void> {
  const { sale } = await insertEvent(db, [{ total: 10, cents: PRICE_CENTS }], { currency })
  for (let order = 0; order < orders; order += 1) await shop.buy(buyer, sale, [1])
}

async function refund(currency: Currency, cents: number, status: 'requested' | 'failed'): Promise<void> {
  await sql`
    insert into refunds (payment_id, amount_cents, reason, status)
    select p.id, ${cents}, 'for a test', ${status} from payments p join orders o on o.id = p.order_id
    where o.currency = ${currency} and p.status = 'approved' limit 1`.execute(db)
}

beforeAll(async () => {
  await sell('USD', 1)
  await sell('JPY', 2)
  await sell('EUR', 1)
})

test('the sales of a day have one amount per currency, starting with the currency with the most orders', async () => {
  const { days } = await attention.trends({})
  expect(days.at(-1)).toMatchObject({
    tickets: 4,
    paid: [
      { currency: 'JPY', cents: 2 * PAID_CENTS },
      { currency: 'EUR', cents: PAID_CENTS },
      { currency: 'USD', cents: PAID_CENTS },
    ],
  })
  const nothing = ['JPY', 'EUR', 'USD'].map((currency) => ({ currency, cents: 0 }))
  expect(days[0]).toMatchObject({ tickets: 0, paid: nothing })
})

test('the orders of a person are added up in each currency, without refunds', async () => {
  await refund('EUR', 60, 'requested')
  expect((await users.get({ id: buyer.id })).orders).toEqual({
    count: 4,
    totals: [
      { currency: 'JPY', cents: 2 * PAID_CENTS },
      { currency: 'EUR', cents: PAID_CENTS - 60 },
      { currency: 'USD', cents: PAID_CENTS },
    ],
  })
  expect((await users.get({ id: admin.id })).orders).toEqual({ count: 0, totals: [] })
})

test('failed refunds are added up in each currency', async () => {
  expect((await attention.get()).refunds).toEqual({ count: 0, amounts: [] })
  await refund('USD', 500, 'failed')
  await refund('EUR', 10, 'failed')
  await refund('EUR', 20, 'failed')
  expect((await attention.get()).refunds).toEqual({
    count: 3,
    amounts: [
      { currency: 'EUR', cents: 30 },
      { currency: 'USD', cents: 500 },
    ],
  })
})
