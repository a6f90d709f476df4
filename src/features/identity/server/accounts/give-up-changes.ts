import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { spendTokens } from '../tokens/spend-tokens'

/**
 * Where sessions end because one of them may be somebody else's: what it began must not let them in again. A number that waits for its
 * code, and an address that needs no yes of the one there is. One that both ends must confirm waits on. The account is held
 * before: a change that is not written yet would not be seen.
 */
export async function giveUpChanges(
  trx: Pick<Transaction, 'selectFrom' | 'insertInto' | 'updateTable'>,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const before = await trx
    .updateTable('accounts')
    .set({
      new_phone: null,
      new_email: sql<string | null>`case when email_verified_at is null then null else new_email end`,
      new_email_half: sql<
        string | null
      >`case when email_verified_at is null then null else new_email_half end`,
    })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('new_phone', 'is not', null), eb('new_email', 'is not', null)]))
    .returning('new_email')
    .executeTakeFirst()
  if (before === undefined) return
  await spendTokens(trx, { userId, purposes: ['phone_change'], now })
  if (before.new_email === null)
    await spendTokens(trx, { userId, purposes: ['email_change_current', 'email_change_new'], now })
}
