import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Returns whether an account has a sign-in method besides this identity: a password, a verified email, a verified phone
 * if text messages are configured, a passkey or another identity.
 */
export async function hasOtherSignInMethod(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, hasSms, without }: { userId: string; hasSms: boolean; without: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('accounts as a')
    .select((eb) => [
      sql<boolean>`a.password_hash is not null or a.email_verified_at is not null
        or (${hasSms}::boolean and a.phone_verified_at is not null)`.as('byItself'),
      eb
        .exists(eb.selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'a.id'))
        .as('byPasskey'),
      eb
        .exists(
          eb
            .selectFrom('identities as i')
            .select('i.id')
            .whereRef('i.user_id', '=', 'a.id')
            .where('i.id', '!=', without),
        )
        .as('byIdentity'),
    ])
    .where('a.id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && (row.byItself || Boolean(row.byPasskey) || Boolean(row.byIdentity))
}
