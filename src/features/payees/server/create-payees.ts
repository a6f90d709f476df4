import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { PayeePort } from './payee-port'
import { createSandboxPayees } from './sandbox-payees'

/** Creates the provider of payouts that belongs to the configured provider of payments; undefined if it has none. */
export function createPayees(db: Database, config: Pick<Configuration, 'payments'>): PayeePort | undefined {
  return config.payments === 'sandbox' ? createSandboxPayees(db) : undefined
}
