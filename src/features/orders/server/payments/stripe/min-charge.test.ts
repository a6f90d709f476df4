import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import { refusalOf } from '~tests/support/refusal'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'

const { db } = await openShop()

test.each([
  ['USD', 45, 46],
  ['JPY', 45, 46],
  ['SEK', 272, 273],
])('in %s, a total below Stripe’s minimum is refused before the payment', async (currency, small, enough) => {
  const { shop } = await createStripeShop(db)
  const startAt = async (cents: number) => {
    const sale = await insertSale(db, [{ total: 2, cents }])
    await sql`update events set currency = ${currency} where id = ${sale.eventId}`.execute(db)
    const client = shop.as(await insertCaller(db))
    const { id: orderId } = await client.reserve(reserveInput(sale, [1]))
    return client.startPayment({ orderId })
  }
  // The total includes a fee of 10%: a price of 45 becomes 49.5, rounded up to 50.
  expect(await refusalOf(startAt(small - 1))).toMatchObject({ code: 'TOTAL_TOO_SMALL' })
  expect(await startAt(enough)).toMatchObject({ redirectUrl: expect.stringContaining('/pay/stripe/') })
})
