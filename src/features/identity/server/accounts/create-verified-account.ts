import type { Transaction } from '~/database/connect'
import { claimAccount } from './claim-account'
import { createAccount, type NewAccount } from './create-account'

/**
 * Creates an account for a person who verified this email before signing up. An unverified account with the email is
 * taken over and gets the new name and password. Unless this returns a user id, the caller must roll back. After the
 * commit, publish SESSION_TOPIC to `ended`.
 */
export async function createVerifiedAccount(
  trx: Transaction,
  account: NewAccount & { email: string },
): Promise<{ userId: string; ended: string[] } | 'taken' | 'invalid' | 'expired'> {
  const { email, fullName, passwordHash, code, now } = account
  const { userId, isTakenOver, loser } = await claimAccount(trx, { email, now })
  if (userId === undefined) {
    const created = await createAccount(trx, { ...account, isConfirmed: true })
    return typeof created === 'string' ? created : { ...created, ended: loser === undefined ? [] : [loser] }
  }
  // The owner can still use the invitation: set a password by email, then redeem the code while signed in.
  if (!isTakenOver || code !== undefined) return 'taken'
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, user_metadata: JSON.stringify({ full_name: fullName }) })
    .where('id', '=', userId)
    .execute()
  await trx.updateTable('profiles').set({ full_name: fullName }).where('id', '=', userId).execute()
  return { userId, ended: [userId] }
}
