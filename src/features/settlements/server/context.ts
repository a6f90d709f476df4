import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

/** Services that notify the sides of a settlement. */
export interface SettlementServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
}

export type Context = CallContext & SettlementServices

export type ReadContext = Pick<CallContext, 'caller' | 'now' | 'log'> & { db: Database }
export type ChangeContext = Pick<CallContext, 'caller' | 'now' | 'log'> & SettlementServices

/** The dependencies of a read on behalf of a person. */
export interface PersonReads {
  db: Database
  personId: string
  now: Date
}
