import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { Limits } from '~/platform/limits/limits'
import type { PaymentPort } from './payment-port'
import { createSandboxPayments } from './sandbox'
import { createStripePayments } from './stripe/stripe-payments'

/** Creates the provider that the configuration names. */
export function createPayments({
  config,
  db,
  limits,
  publicUrl,
}: {
  config: Configuration['payments']
  db: Database
  limits: Pick<Limits, 'consume'>
  publicUrl: string
}): PaymentPort {
  if (config === 'none') return createNoPayments()
  return config === 'sandbox'
    ? createSandboxPayments({ db })
    : createStripePayments({ db, limits, config, publicUrl })
}

/**
 * Stands in when no provider is configured: only free tickets can be ordered; all others show 'Checkout coming
 * soon!'.
 */
export function createNoPayments(): PaymentPort {
  const refuse = (): never => {
    throw new Error('No payment provider is configured (PAYMENTS=none)')
  }
  return {
    provider: 'none',
    createReference: refuse,
    toPagePath: refuse,
    find: async () => undefined,
    listApproved: async () => [],
    acknowledge: async () => undefined,
    refund: async () => refuse(),
    async *listFees() {
      // Without payments there are no fees.
    },
  }
}
