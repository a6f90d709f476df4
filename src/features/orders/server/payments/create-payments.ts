import type { Database } from '~/database/connect'
import { createNoPayments } from './none'
import type { PaymentPort } from './port'
import { createSandboxPayments } from './sandbox'

/** The provider that the configuration names. */
export function createPayments({ kind, db }: { kind: 'sandbox' | 'none'; db: Database }): PaymentPort {
  return kind === 'sandbox' ? createSandboxPayments({ db }) : createNoPayments()
}
