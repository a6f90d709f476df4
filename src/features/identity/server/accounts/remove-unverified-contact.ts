import type { Transaction } from '~/database/connect'
import { toAccountColumn, type Destination } from '../../rules/destination'

/**
 * Removes an email or phone that was just verified from another account that has it unverified, and invalidates the
 * links and codes sent to it. The other account keeps everything else and can add another email or phone. The caller
 * holds both accounts (lockTokenOwners). Returns the other account: publish SESSION_TOPIC to it after the commit.
 */
export async function removeUnverifiedContact(
  trx: Pick<Transaction, 'updateTable'>,
  {
    exceptAccountId,
    now,
    ...destination
  }: Destination & {
    /** An account to leave out: its owner has just verified the contact. */ exceptAccountId?: string
    now: Date
  },
): Promise<string | undefined> {
  const [column, value] = toAccountColumn(destination)
  let claim = trx
    .updateTable('accounts')
    .set({ [column]: null, claim_removed_at: now, updated_at: now })
    .where(column, '=', value)
    .where(`${column}_verified_at`, 'is', null)
  if (exceptAccountId !== undefined) claim = claim.where('id', '!=', exceptAccountId)
  const loser = await claim.returning('id').executeTakeFirst()
  if (loser === undefined) return undefined
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', loser.id)
    .where('sent_to', '=', value)
    .where('used_at', 'is', null)
    .execute()
  return loser.id
}
