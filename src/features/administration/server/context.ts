import type { Database } from '~/database/connect'
import type { Chat } from '~/features/chat/server/public'
import type { PaymentPort } from '~/features/orders/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { CallContext } from '~/platform/rpc/context'
import type { Tallies } from './cached-counts'

export type Context = CallContext & {
  db: Database
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany' | 'forget' | 'listFailed' | 'countFailed' | 'retry'>
  limits: Limits
  /** The secret key that verifies the codes with which admins without a password confirm an action. */
  secret: string
  live: Pick<Live, 'publish'>
  chat: Pick<Chat, 'announce'>
  config: Pick<Configuration, 'publicUrl'>
  settings: Pick<SettingsSource, 'read'>
  tallies: Tallies
  payments: PaymentPort
}

export type ReadContext = Pick<Context, 'caller' | 'db' | 'now'>
