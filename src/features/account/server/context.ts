import type { Database } from '~/database/connect'
import type { Chat } from '~/features/chat/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  secret: string
  jobs: Jobs
  limits: Limits
  live: Pick<Live, 'publish'>
  chat: Pick<Chat, 'announce'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'>
  /** Whether this site sends text messages. */
  sms: { readonly isOn: boolean }
}

/** Dependencies of deleting an account, by its owner or by an admin. */
export type DeletionContext = Pick<Context, 'chat' | 'db' | 'limits' | 'live' | 'now'> & {
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany' | 'forget'>
}

export interface AccountServices {
  db: Database
  jobs: Pick<Jobs, 'work' | 'every' | 'enqueue'>
  live: Pick<Live, 'publish'>
  mailer: Pick<Mailer, 'send'>
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom'>
}
