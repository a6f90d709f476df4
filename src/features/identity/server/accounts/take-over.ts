import type { Transaction } from '~/database/connect'
import { spendEveryToken } from '../tokens/spend-tokens'
import { endSessions } from '../sessions/sessions'

/**
 * Before somebody is let into an account whose address or number nobody had proven: whatever its opener could come back with
 * goes, the address of its calendar too (a trigger of the table). Otherwise a stranger could open an account for an address, wait for its owner, and share the account with them.
 * What the account did stays. The caller confirms the address in the same transaction, and publishes the session topic after it.
 */
export async function takeOverUnconfirmed(
  trx: Transaction,
  { userId, now, keep }: { userId: string; now: Date; keep: 'email' | 'phone' },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      password_hash: null,
      password_changed_at: null,
      new_email: null,
      new_email_half: null,
      new_phone: null,
      contested: null,
      taken_over_at: now,
      ...(keep === 'email'
        ? { phone: null, phone_verified_at: null }
        : { email: null, email_verified_at: null }),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await endSessions(trx, { userId, now })
  // Where its opener was is no network of its owner's, see known-network.ts.
  await trx.updateTable('sessions').set({ ip: null }).where('user_id', '=', userId).execute()
  for (const table of [
    'auth_factors',
    'passkeys',
    'identities',
    'recovery_codes',
    'trusted_browsers',
    'auth_codes',
  ] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await spendEveryToken(trx, { userId, now })
}
