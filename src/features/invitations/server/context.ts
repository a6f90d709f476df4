import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Mailer } from '~/platform/email/mailer'
import type { CallContext } from '~/platform/rpc/context'
import type { InvitationTallies } from './invitation-counts'

export type InvitationsContext = CallContext & {
  db: Database
  limits: Limits
  jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>
  live: Pick<Live, 'publish'>
  settings: Pick<SettingsSource, 'read'>
  invitationTallies: InvitationTallies
}

export type ReadContext = Pick<InvitationsContext, 'caller' | 'db' | 'now'>

export type InvitationsServices = {
  db: Database
  jobs: Jobs
  live: Pick<Live, 'publish'>
  mailer: Mailer
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl'>
  invitationTallies: InvitationTallies
}
