import type { Database } from '~/database/connect'
import type { InvitationTallies } from '~/features/invitations/server/public'
import type { SettingsSource } from '~/features/settings/server/public'
import type { Configuration } from '~/platform/config/configuration'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { Logger } from '~/platform/log/log'
import type { Mailer } from '~/platform/email/mailer'
import type { CallContext } from '~/platform/rpc/context'
import type { Sms } from './email-and-sms/sms'
import type { AccessTokens } from './tokens/access-token'
import type { SigningKeys } from './tokens/signing-keys'

export type IdentityContext = CallContext & {
  db: Database
  jobs: Jobs
  limits: Limits
  live: Pick<Live, 'publish'>
  /** Counted anew after a code was used. */
  invitationTallies: Pick<InvitationTallies, 'forget'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** A call of the auth service: apps keep no cookies. */
  isApp?: boolean
  settings: Pick<SettingsSource, 'read'>
  /** Signs the session cookie and refresh tokens. */
  secret: string
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  sms: Sms
  /** Returns the email that a pending link of another feature was emailed to, by the token that only this email has. */
  findTransferEmail?: (token: string) => Promise<string | undefined>
  /** How long a provider may take for an answer. */
  providerPatienceMs: number
}

/** What the jobs need: they run outside any call. */
export type IdentityServices = {
  db: Database
  jobs: Jobs
  limits: Limits
  mailer: Mailer
  log: Logger
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** Keys of the codes that are emailed and texted. */
  secret: string
  sms: Sms
}
