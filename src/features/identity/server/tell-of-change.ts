import type { Transaction } from '~/database/connect'
import type { IdentityContext } from './context'

/** The job that mails it. */
export const wayInChangedJob = 'identity.way_in_changed'

export type WayInChange =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'

/** Inside the transaction that changes how somebody gets in: they are mailed what, when and from where. */
export async function tellOfChange(
  trx: Transaction,
  { jobs, now, ip }: Pick<IdentityContext, 'jobs' | 'now' | 'ip'>,
  { userId, what }: { userId: string; what: WayInChange },
): Promise<void> {
  await jobs.enqueue(trx, wayInChangedJob, { userId, what, at: now().toISOString(), ip })
}
