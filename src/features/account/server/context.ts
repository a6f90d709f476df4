import type { Database } from '~/database/connect'
import type { Chat } from '~/features/chat/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/mail/mailer'
import type { CallContext } from '~/platform/rpc/context'

export type Context = CallContext & {
  db: Database
  secret: string
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany' | 'forget'>
  limits: Limits
  live: Pick<Live, 'publish'>
  chat: Pick<Chat, 'announce'>
  settings: Pick<SettingsSource, 'read'>
}

/** What deleting somebody needs, whoever asks for it. */
export type DeletionContext = Pick<Context, 'chat' | 'db' | 'jobs' | 'limits' | 'live' | 'now'>

/** What its jobs need. */
export interface AccountServices {
  db: Database
  jobs: Pick<Jobs, 'work' | 'every' | 'enqueue'>
  mail: Pick<Mailer, 'send'>
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl'>
}
