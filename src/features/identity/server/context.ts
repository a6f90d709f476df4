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
  /** Call `forget` after an invitation code was used, because the cached counts have changed. */
  invitationTallies: Pick<InvitationTallies, 'forget'>
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** Whether an app sent the request through the auth service. Apps have no cookies. */
  isApp?: boolean
  settings: Pick<SettingsSource, 'read'>
  /** Signs the session cookie and refresh tokens. */
  secret: string
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  sms: Sms
  /** Returns the email to which a pending link of another feature was sent, such as that of a ticket transfer. */
  findTransferEmail?: (token: string) => Promise<string | undefined>
  /** How long to wait for a provider's response, in milliseconds. */
  providerPatienceMs: number
}

/** Services for jobs, which run outside of requests. */
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
