import type { Transaction } from '~/database/connect'

/** Operations of later features that account management needs. */
export interface AccountPort {
  /** Deletes an account and its personal data; `record` runs in the same transaction. */
  removeAccount: (
    userId: string,
    record: (trx: Transaction, account: { role: string }) => Promise<void>,
  ) => Promise<'done' | 'not_found' | 'is_admin' | { organizes: readonly { title: string }[] }>
  /** Enqueues the email about a suspension. */
  notifyOfSuspension: (trx: Transaction, suspension: { userId: string; until: Date }) => Promise<void>
  /** Call after the commit: updates open admin pages. */
  refreshAdminPages: () => Promise<void>
}
