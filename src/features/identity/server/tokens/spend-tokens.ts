import type { Transaction } from '~/database/connect'
import type { TokenPurpose } from './token-purpose'

type Handle = Pick<Transaction, 'updateTable'>

/** Invalidates the open tokens of an account and these purposes. */
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

/** Invalidates all open links and codes, including those that a service token created. */
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
