import type { Transaction } from '~/database/connect'

/** Operations of other features, for calls by programs with a service token. */
export interface AccountPort {
  /** Deletes an account and its personal data; `record` runs in the same transaction. */
  removeAccount: (
    userId: string,
    record: (trx: Transaction, account: { role: string }) => Promise<void>,
  ) => Promise<'done' | 'not_found' | 'is_admin' | { organizes: readonly { title: string }[] }>
  /** Enqueues the email about a suspension. */
  notifyOfSuspension: (trx: Transaction, suspension: { userId: string; until: Date }) => Promise<void>
  /** Makes open admin pages refetch. Call it after the commit. */
  refreshAdminPages: () => Promise<void>
}
