import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { PayeePort } from './payee-port'
import { createSandboxPayees } from './sandbox-payees'

/**
 * Creates the sandbox provider of payouts if it is configured. The orders feature creates the Stripe provider,
 * because it has the Stripe client.
 */
export function createPayees(db: Database, config: Pick<Configuration, 'payments'>): PayeePort | undefined {
  return config.payments === 'sandbox' ? createSandboxPayees(db) : undefined
}
