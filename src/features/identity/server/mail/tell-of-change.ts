import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'

/** The job that tells it. */
export const wayInChangedJob = 'identity.way_in_changed'

export type WayInChange =
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

export interface ToldChange {
  userId: string
  what: WayInChange
  /** ISO 8601. */
  at: string
  ip: string | null
  /** Where they were reached before: they are told there too. */
  formerEmail?: string | undefined
  /** E.164. */
  formerPhone?: string | undefined
  /** What was linked or unlinked, such as `GitHub (ida@sand.example)`. */
  elsewhere?: string | undefined
}

/**
 * Inside the transaction that changes how somebody gets in: they are told what, when and from where, by mail, and by message where
 * they have no address. When the address or number itself changed, say what it was before.
 */
export async function tellOfChange(
  trx: Transaction,
  { jobs, now, ip }: Pick<IdentityContext, 'jobs' | 'now' | 'ip'>,
  change: Omit<ToldChange, 'at' | 'ip'>,
): Promise<void> {
  const told: ToldChange = { ...change, at: now().toISOString(), ip }
  await jobs.enqueue(trx, wayInChangedJob, told)
}
