import type { Database, Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'
import { TOKEN_LIFE_MS } from '../tokens/token-purpose'

/**
 * Whether verifying this email or phone only finishes a sign-up, as apps make it: no one was ever signed in to the account, so its
 * password is all it has, and stays. Not if someone asked to sign in with the same email or phone as well: they may be its owner, and
 * have mixed up the two messages that they got.
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
 * Two people signed up with the same email or phone and different passwords, and neither has verified it: neither password counts. Does
 * nothing to an account that is verified or was signed in to; the caller runs it either way, so that its time says nothing.
 */
export async function dropUnfinishedPassword(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, ...who }: Destination & { userId: string },
): Promise<void> {
  const [column, value] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
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
