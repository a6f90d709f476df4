import type { Database } from '~/database/connect'
import type { PaymentPort } from './payment-port'
import { createSandboxPayments } from './sandbox'

/** Creates the provider that the configuration names. */
export function createPayments({ kind, db }: { kind: 'sandbox' | 'none'; db: Database }): PaymentPort {
  return kind === 'sandbox' ? createSandboxPayments({ db }) : createNoPayments()
}

/** No provider is configured: only free tickets can be ordered; all others show 'Checkout coming soon!'. */
export function createNoPayments(): PaymentPort {
  const refuse = (): never => {
    throw new Error('No payment provider is configured (PAYMENTS=none)')
  }
  return {
    provider: 'none',
    createReference: refuse,
    toPagePath: refuse,
    listApproved: async () => [],
    acknowledge: async () => undefined,
    refund: async () => refuse(),
  }
}
