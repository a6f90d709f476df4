import type { Transaction } from '~/database/connect'
import type { TokenPurpose } from './token-purpose'

/** Invalidates the open links and codes of an account: those with these purposes, or without `purposes` all of them. */
export async function invalidateTokens(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, purposes, now }: { userId: string; purposes?: readonly TokenPurpose[]; now: Date },
): Promise<void> {
  let open = trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
  if (purposes !== undefined) open = open.where('purpose', 'in', purposes)
  await open.execute()
}
