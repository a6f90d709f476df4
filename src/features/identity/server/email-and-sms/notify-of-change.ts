import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { recordRequestEvent, type RequestOrigin, type SecurityDetails } from '../security-log/record-event'

export const changeNotificationJob = 'identity.sign_in_method_changed'

/** Changes of sign-in methods and other access to an account, each of which notifies the owner. */
export type SignInMethodChange =
  | 'password_changed'
  | 'email_added'
  | 'email_changed'
  | 'phone_added'
  | 'phone_changed'
  | 'phone_removed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'webhook_added'
  | 'webhook_secret_renewed'

export interface ChangeNotification {
  userId: string
  what: SignInMethodChange
  /** ISO 8601. */
  at: string
  ip: string | null
  /** The former email, which is notified too. */
  formerEmail?: string | undefined
  /** E.164. */
  formerPhone?: string | undefined
  /** The linked or unlinked account, such as `GitHub (ida@sand.example)`, or the name of an API key or a webhook. */
  elsewhere?: string | undefined
}

/** A change as callers describe it. The stored job names its `kind` field `what`. */
export type DescribedChange = Omit<ChangeNotification, 'what' | 'at' | 'ip'> & { kind: SignInMethodChange }

/**
 * Records a change of sign-in methods in the security log and notifies the person, by text message if the account has
 * no email. Call it in the transaction of the change. If the email or phone itself changed, pass the former one.
 */
export async function notifyOfChange(
  trx: Transaction,
  context: RequestOrigin & Pick<IdentityContext, 'jobs' | 'now'>,
  { details = {}, kind, ...change }: DescribedChange & { details?: SecurityDetails },
): Promise<void> {
  const { jobs, now, ip } = context
  const { userId, elsewhere: name } = change
  await recordRequestEvent(trx, context, {
    userId,
    kind,
    details: { ...(name !== undefined && { name }), ...details },
  })
  const notified: ChangeNotification = { ...change, what: kind, at: now().toISOString(), ip }
  await jobs.enqueue(trx, changeNotificationJob, notified)
}
