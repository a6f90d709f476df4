import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  jobs: Jobs
  live: Live
  /** Salts what is kept about visitors. */
  secret: string
}
