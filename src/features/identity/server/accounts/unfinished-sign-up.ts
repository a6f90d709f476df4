import type { Database, Transaction } from '~/database/connect'
import { toAccountColumn, type Destination } from '../../rules/destination'
import { TOKEN_LIFE_MS } from '../tokens/one-time-tokens'

/**
 * Returns whether verifying this email or phone only completes a sign-up in an app, because no one has ever been
 * signed in to the account. Its password can then stay. False if a sign-in code was also requested for the same email
 * or phone, because its owner may have confused the two messages.
 */
export async function isUnfinishedSignUp(
  db: Pick<Database, 'selectFrom'>,
  { userId, sentTo, now }: { userId: string; sentTo: string; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('last_signed_in_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('one_time_tokens')
            .select('purpose')
            .where('sent_to', '=', sentTo)
            .where('purpose', 'in', ['sign_in', 'phone_sign_in'])
            .where('created_at', '>', new Date(now.getTime() - TOKEN_LIFE_MS.verify_email)),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Removes the password of an unverified sign-up, when a second sign-up has the same email or phone but another
 * password. Changes nothing in accounts that are verified or have been signed in to. Call it for every sign-up, so that
 * response times don't reveal whether the account exists.
 */
export async function removeUnfinishedSignUpPassword(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, ...destination }: Destination & { userId: string },
): Promise<void> {
  const [column, value] = toAccountColumn(destination)
  await trx
    .updateTable('accounts')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .where(column, '=', value)
    .where('email_verified_at', 'is', null)
    .where('phone_verified_at', 'is', null)
    .where('last_signed_in_at', 'is', null)
    .execute()
}
