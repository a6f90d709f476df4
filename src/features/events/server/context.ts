import type { Database } from '~/database/connect'
import type { PayeePort } from '~/features/payees/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { AuthFile } from '~/platform/config/auth-file'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'
import type { EventDetail, EventPage } from '../contract'
import type { ListInput } from './list-events'

export type Context = CallContext & {
  db: Database
  settings: Pick<SettingsSource, 'read'>
  publicEvents: {
    list: (input: ListInput, now: Date) => Promise<EventPage>
    find: (id: string, now: Date) => Promise<EventDetail | undefined>
  }
  jobs: Pick<Jobs, 'enqueue'>
  limits: Limits
  /** The key that the one-time codes are derived from. */
  secret: string
  /** Undefined if payouts are not available. */
  payees: PayeePort | undefined
  live: Pick<Live, 'publish'>
  config: { publicUrl: string; auth: Pick<AuthFile, 'captcha'> }
}
