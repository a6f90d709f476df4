import type { Transaction } from '~/database/connect'
import type { TokenPurpose } from './token-purpose'

type Handle = Pick<Transaction, 'updateTable'>

/** Makes what is open of a person and these purposes worthless. */
export async function spendTokens(
  trx: Handle,
  { userId, purposes, now }: { userId: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** Links and codes of all kinds, such as those that a program of the house has made for somebody. */
export async function spendEveryToken(
  trx: Handle,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
