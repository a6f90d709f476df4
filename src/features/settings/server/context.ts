import type { Database } from '~/database/connect'
import type { Configuration } from '~/platform/config/configuration'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { CallContext } from '~/platform/rpc/context'
import type { SettingsSource } from './settings-source'

export type SettingsContext = CallContext & {
  db: Database
  settings: SettingsSource
  live: Pick<Live, 'publish'>
  limits: Pick<Limits, 'consume'>
  mailer: Pick<Mailer, 'send'>
  config: Pick<Configuration, 'mailFrom' | 'smtpUrl'>
}
