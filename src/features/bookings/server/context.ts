import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'

/** What the booking desk needs, made once per process. */
export interface BookingServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
  live: Pick<Live, 'publish'>
}

export type Context = CallContext &
  BookingServices & {
    limits: Limits
    /** Signs the addresses of calendars. */
    secret: string
    config: {
      /** Without a slash at its end. */
      publicUrl: string
    }
  }
