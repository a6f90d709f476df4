import type { Database, Transaction } from '~/database/connect'
import { toColumn, type Destination } from '../../rules/destination'
import { TOKEN_LIFE_MS } from '../tokens/token-purpose'

/**
 * Returns whether verifying this email or phone only completes an app's sign-up: no one has ever been signed in to the account, so its
 * password stays. False when someone also requested a sign-in code for the same email or phone: the owner may have confused the two
 * messages.
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
 * Removes the password of an unverified sign-up, after a second sign-up with the same email or phone and a different
 * password. Leaves accounts alone that are verified or have been signed in to. Call it in every case, so that response
 * times don't reveal whether the account exists.
 */
export async function dropUnfinishedPassword(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, ...destination }: Destination & { userId: string },
): Promise<void> {
  const [column, value] = toColumn(destination)
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
