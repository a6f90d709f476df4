import { onTestFinished } from 'vitest'
import type { Database } from '~/database/connect'
import { createStripePayments } from '~/features/orders/server/payments/stripe/stripe-payments'
import { createLimits } from '~/platform/limits/limits'
import { createShop } from '../shop'
import { startStripeStandIn } from './stand-in'

/** Creates a shop whose customers pay at a new stand-in of Stripe, which ends with the test. */
export async function createStripeShop(
  db: Database,
  {
    patienceMs,
    webhookSecrets = ['whsec_test'],
    budget = 10_000,
    ...options
  }: NonNullable<Parameters<typeof startStripeStandIn>[0]> & {
    patienceMs?: number
    webhookSecrets?: string[]
    /** How many calls per second the shop makes at most. */
    budget?: number
  } = {},
) {
  const standIn = await startStripeStandIn(options)
  onTestFinished(() => standIn.stop())
  const payments = createStripePayments({
    db,
    limits: createLimits(),
    config: {
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets,
      isLive: false,
      api: standIn.address,
    },
    publicUrl: 'https://b2b.example',
    callsPerSecond: budget,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  })
  const shop = createShop(db, { payments })
  return { standIn, payments, shop }
}
