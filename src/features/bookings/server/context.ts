import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

/** The dependencies of the bookings feature, created once per process. */
export interface BookingServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
  live: Pick<Live, 'publish'>
}

export type Context = CallContext &
  BookingServices & {
    limits: Limits
    settings: Pick<SettingsSource, 'read'>
    /** Signs the addresses of calendar feeds. */
    secret: string
    config: {
      /** The site's public address, without a trailing slash. */
      publicUrl: string
    }
  }
