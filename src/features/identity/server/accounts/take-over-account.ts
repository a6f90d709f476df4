import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { invalidateTokens } from '../tokens/one-time-tokens'
import { endSessions } from '../sessions/sessions'

/**
 * Removes all access of the creator of an unverified account: password, sessions, sign-in methods, app metadata and the
 * calendar address (by a trigger). `keep` is what the new owner verified. The account's data, such as its orders,
 * stays. The caller verifies `keep` in the same transaction, and publishes SESSION_TOPIC after the commit.
 */
export async function takeOverAccount(
  trx: Transaction,
  { userId, now, keep }: { userId: string; now: Date; keep: 'email' | 'phone' },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      password_hash: null,
      password_changed_at: null,
      new_email: null,
      new_email_confirmed_by: null,
      new_phone: null,
      last_signed_in_at: null,
      user_metadata: sql`coalesce((select jsonb_build_object('full_name', p.full_name) from profiles p where p.id = accounts.id), '{}')`,
      taken_over_at: now,
      ...(keep === 'email'
        ? { phone: null, phone_verified_at: null }
        : { email: null, email_verified_at: null }),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await endSessions(trx, { userId, now })
  // The networks of the account's creator must not count as known for the new owner, see known-network.ts.
  await trx.updateTable('sessions').set({ ip: null }).where('user_id', '=', userId).execute()
  for (const table of [
    'auth_factors',
    'passkeys',
    'identities',
    'recovery_codes',
    'trusted_browsers',
    'known_devices',
    'auth_codes',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await invalidateTokens(trx, { userId, now })
}
