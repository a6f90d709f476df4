import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { pollUnreportedPayments } from '~/features/orders/server/poll-unreported-payments'
import { insertCaller, insertSale, reserveInput } from '../shop'
import { createStripeShop } from './stripe-shop'

/** Opens the payment of an order of two tickets, the last ones, at a stand-in of its own. */
export async function openStripeOrder(db: Database, options: Parameters<typeof createStripeShop>[1] = {}) {
  const { standIn, shop } = await createStripeShop(db, options)
  const caller = await insertCaller(db)
  const client = shop.as(caller)
  const sale = await insertSale(db, [{ total: 2 }])
  const { id: orderId, totalCents } = await client.reserve(reserveInput(sale, [2]))
  const { redirectUrl } = await client.startPayment({ orderId })
  const reference = redirectUrl.slice('/pay/stripe/'.length)
  return {
    standIn,
    shop,
    caller,
    client,
    sale,
    orderId,
    totalCents,
    reference,
    start: () => client.stripe.start({ reference, amountCents: totalCents }),
    check: () => client.stripe.check({ reference }),
    getOrder: () => client.getOrder({ id: orderId }),
    countIntents: () =>
      standIn.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/payment_intents').length,
    /**
     * Runs the sweep of unreported payments as if this order's next check were due, and leaves out payments of other
     * tests.
     */
    sweep: async () => {
      await sql`update payments set check_at = case when provider_reference = ${reference} then clock_timestamp() end
        where check_at is not null`.execute(db)
      return pollUnreportedPayments(shop)
    },
  }
}
