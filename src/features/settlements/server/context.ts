import type { Database } from '~/database/connect'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & { db: Database }

/** For reads on behalf of the organizer. */
export interface OrganizerReads {
  db: Database
  organizerId: string
  now: Date
}
