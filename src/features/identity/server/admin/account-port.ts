import type { Transaction } from '~/database/connect'

/** What managing accounts needs of features that stand further on than this one. */
export interface AccountPort {
  /** Deletes an account and what is known of the person; `record` writes it down in the same transaction. */
  removeAccount: (
    userId: string,
    record: (trx: Transaction, gone: { role: string }) => Promise<void>,
  ) => Promise<'done' | 'not_found' | 'is_admin' | { organizes: readonly { title: string }[] }>
  /** Orders the mail that says until when and why. */
  tellSuspended: (trx: Transaction, suspension: { userId: string; until: Date }) => Promise<void>
  /** After a commit: admins who look at accounts read again. */
  tellPanel: () => Promise<void>
}
