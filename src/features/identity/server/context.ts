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
  /** Call `forget` after a code was used, so that it is recounted. */
  invitationTallies: Pick<InvitationTallies, 'forget'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** The request is from an app, through the auth service: apps have no cookies. */
  isApp?: boolean
  settings: Pick<SettingsSource, 'read'>
  /** Signs the session cookie and refresh tokens. */
  secret: string
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  sms: Sms
  /** Returns the email that a pending link of another feature was sent to, by the token in that email. */
  findTransferEmail?: (token: string) => Promise<string | undefined>
  /** How long to wait for a provider's response, in milliseconds. */
  providerPatienceMs: number
}

/** The services for jobs, which run outside a request. */
export type IdentityServices = {
  db: Database
  jobs: Jobs
  limits: Limits
  mailer: Mailer
  log: Logger
  settings: Pick<SettingsSource, 'read'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** Key for hashing emailed and texted codes. */
  secret: string
  sms: Sms
}
