import type { Database } from '~/database/connect'
import type { Limits } from '~/platform/limits/limits'
import type { CallContext } from '~/platform/rpc/context'
import type { PayeePort } from './payee-port'

export type Context = CallContext & {
  db: Database
  limits: Pick<Limits, 'consume'>
  /** The provider of payouts; undefined if payouts are not available. */
  payees: PayeePort | undefined
}

/** The parts of the call context that most functions of this feature need. */
export type PayeeContext = Pick<Context, 'caller' | 'db' | 'log' | 'now' | 'payees'>
