import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { invalidateTokens } from '../tokens/one-time-tokens'

/**
 * Cancels pending changes that a stranger could have started in another session to regain access: a pending phone, and
 * a pending email that the current email need not confirm. An email change that both addresses must confirm continues.
 * The caller holds the account's row lock, so that it sees every change.
 */
export async function cancelPendingChanges(
  trx: Pick<Transaction, 'selectFrom' | 'insertInto' | 'updateTable'>,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const before = await trx
    .updateTable('accounts')
    .set({
      new_phone: null,
      new_email: sql<string | null>`case when email_verified_at is null then null else new_email end`,
      new_email_confirmed_by: sql<
        string | null
      >`case when email_verified_at is null then null else new_email_confirmed_by end`,
    })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('new_phone', 'is not', null), eb('new_email', 'is not', null)]))
    .returning('new_email')
    .executeTakeFirst()
  if (before === undefined) return
  await invalidateTokens(trx, { userId, purposes: ['phone_change'], now })
  if (before.new_email === null)
    await invalidateTokens(trx, { userId, purposes: ['email_change_current', 'email_change_new'], now })
}
