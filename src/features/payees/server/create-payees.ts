import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { PayeePort } from './payee-port'
import { createSandboxPayees } from './sandbox-payees'

/** Creates the sandbox if it is configured. Stripe's payouts belong to orders, which has the client of Stripe. */
export function createPayees(db: Database, config: Pick<Configuration, 'payments'>): PayeePort | undefined {
  return config.payments === 'sandbox' ? createSandboxPayees(db) : undefined
}
