import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'
import type { PaymentPort } from './payments/port'
import type { Sales } from './sales'

/** What ticketing's calls need, made once per process. */
export interface TicketingServices {
  db: Database
  payments: PaymentPort
  sales: Sales
}

export type Context = CallContext & TicketingServices
