import type { Transaction } from '~/database/connect'
import type { Destination } from '../../rules/destination'

/**
 * Somebody has just proven an address or number for the account `to`. Another one that has it, and never proved it, goes on without:
 * it may hold tickets, and whoever is signed in there can name another one. Whoever calls this holds both accounts (holdOwners), so that
 * it is not confirmed meanwhile. Answers whose it was: their open pages are told after the commit.
 */
export async function giveUpUnproven(
  trx: Pick<Transaction, 'updateTable'>,
  { to, now, ...who }: Destination & { to: string; now: Date },
): Promise<string | undefined> {
  const [column, value] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
  const loser = await trx
    .updateTable('accounts')
    .set((eb) => ({
      [column]: null,
      contested: eb.fn<string | null>('nullif', ['contested', eb.val(value)]),
      gave_up_at: now,
      updated_at: now,
    }))
    .where(column, '=', value)
    .where(`${column}_verified_at`, 'is', null)
    .where('id', '!=', to)
    .returning('id')
    .executeTakeFirst()
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
