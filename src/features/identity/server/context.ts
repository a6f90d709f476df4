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

/** What requests and jobs of this feature use. */
type SharedServices = {
  db: Database
  jobs: Jobs
  limits: Limits
  settings: Pick<SettingsSource, 'read'>
  sms: Sms
  /** Without `security`, its defaults apply. */
  config: Pick<Configuration, 'publicUrl' | 'mailFrom' | 'auth'> & Partial<Pick<Configuration, 'security'>>
  /** The site's SECRET: signs session cookies and refresh tokens, and is the key of hashed codes. */
  secret: string
}

export type IdentityContext = CallContext &
  SharedServices & {
    live: Pick<Live, 'publish'>
    /** Call `forget` after an invitation code was used, because the cached counts have changed. */
    invitationTallies: Pick<InvitationTallies, 'forget'>
    /** Whether an app sent the request through the auth service. Apps have no cookies. */
    isApp?: boolean
    signingKeys: SigningKeys
    accessTokens: AccessTokens
    /** Returns the email to which a pending link of another feature was sent, such as that of a ticket transfer. */
    findTransferEmail?: (token: string) => Promise<string | undefined>
    /** How long to wait for a provider's response, in milliseconds. */
    providerPatienceMs: number
  }

/** Services for jobs, which run outside of requests. */
export type IdentityServices = SharedServices & { mailer: Mailer; log: Logger }
