import type { Transaction } from '~/database/connect'
import type { RedeemedToken } from './one-time-token'

/** The number that waits has answered: it is the account's from now on. */
export async function confirmPhoneChange(
  trx: Transaction,
  { userId, sentTo }: RedeemedToken,
  now: Date,
): Promise<'changed' | 'dead' | 'taken'> {
  if (userId === null || sentTo === null) return 'dead'
  const waits = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('new_phone', '=', sentTo)
    .forUpdate()
    .executeTakeFirst()
  if (waits === undefined) return 'dead'
  const changed = await trx
    .updateTable('accounts')
    .set({ phone: sentTo, phone_verified_at: now, new_phone: null, updated_at: now })
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('accounts as a')
            .select('a.id')
            .where('a.phone', '=', sentTo)
            .where('a.id', '!=', userId),
        ),
      ),
    )
    .executeTakeFirst()
  return changed.numUpdatedRows === 0n ? 'taken' : 'changed'
}
