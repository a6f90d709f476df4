import type { Transaction } from '~/database/connect'
import type { ToldChange } from '../mail/tell-of-change'
import { removeClaim } from '../accounts/remove-claim'
import type { RedeemedToken } from '../tokens/redeem-token'
import { unlessTaken } from './unless-taken'

/** Replaces the verified number `former` by the new one, which its code has just proven. `loser` had an unverified claim on it. */
export async function confirmPhoneChange(
  trx: Transaction,
  { userId, sentTo }: RedeemedToken,
  now: Date,
): Promise<{ former: string | undefined; loser: string | undefined } | 'dead' | 'taken'> {
  if (userId === null || sentTo === null) return 'dead'
  const waits = await trx
    .selectFrom('accounts')
    .select(['phone', 'phone_verified_at'])
    .where('id', '=', userId)
    .where('new_phone', '=', sentTo)
    .forUpdate()
    .executeTakeFirst()
  if (waits === undefined) return 'dead'
  const loser = await removeClaim(trx, { phone: sentTo, keepFor: userId, now })
  const changed = await unlessTaken(trx, () =>
    trx
      .updateTable('accounts')
      .set({ phone: sentTo, phone_verified_at: now, new_phone: null, updated_at: now })
      .where('id', '=', userId)
      .execute(),
  )
  if (changed === 'taken') return 'taken'
  const { phone, phone_verified_at: at } = waits
  return { former: at === null || phone === sentTo ? undefined : (phone ?? undefined), loser }
}

/** What its owner is told: the first number is added, and only what was confirmed is changed. */
export function phoneChangeOf({
  former,
}: {
  former: string | undefined
}): Pick<ToldChange, 'what' | 'formerPhone'> {
  return former === undefined ? { what: 'phone_added' } : { what: 'phone_changed', formerPhone: former }
}
