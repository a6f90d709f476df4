import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  jobs: Jobs
  limits: Limits
  live: Pick<Live, 'publish'>
  config: Pick<Configuration, 'security'>
}
