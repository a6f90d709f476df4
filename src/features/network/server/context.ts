import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  limits: Pick<Limits, 'consume'>
}

/** The parts of the call context that functions which change the network need. */
export type NetworkContext = Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'limits' | 'now'>
export type ReadContext = Pick<Context, 'caller' | 'db' | 'now'>
