import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  live: Live
  /** Signs the unsubscribe links. */
  secret: string
}

/** The services that jobs need outside of a call. */
export interface NotificationsServices {
  db: Database
  jobs: Jobs
  mailer: Mailer
  secret: string
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl'>
}
