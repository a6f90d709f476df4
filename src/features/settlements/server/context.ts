import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & { db: Database }

/** For reads on behalf of a person. */
export interface PersonReads {
  db: Database
  personId: string
  now: Date
}
