import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { CallContext } from '~/platform/rpc/context'

/** The dependencies of sending messages, created once per process. */
export interface SendServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  log: Pick<Logger, 'error'>
  /** The SECRET of the site, which encrypts the secrets of endpoints. */
  secret: string
  config: {
    /** Without a trailing slash. */
    publicUrl: string
    webhooks: { canReachPrivateAddresses: boolean }
  }
}

export type Context = CallContext &
  Pick<SendServices, 'db' | 'live' | 'secret'> & {
    config: SendServices['config'] & Pick<Configuration, 'security'>
    jobs: Jobs
    limits: Pick<Limits, 'consume'>
  }
