import type { Transaction } from '~/database/connect'
import { giveUpUnproven } from '../accounts/give-up-unproven'
import type { RedeemedToken } from '../tokens/redeem-token'
import { unlessTaken } from './unless-taken'

export type EmailChangeStep =
  /** `former`: the address before, if it had been confirmed; `isFirst` where there was none at all. */
  | {
      step: 'changed'
      userId: string
      former: string | undefined
      isFirst: boolean
      /** Whose it was, without having proven it. */
      loser: string | undefined
    }
  /** The other end still has to say yes. */
  | { step: 'half'; userId: string; missing: string }
  | { step: 'dead' | 'taken' }

/**
 * One end of a change of address has said yes. The address changes with the second, in either order; an address that was never
 * confirmed has no say, also where another account has the new one. What was said to another change than the one that waits now counts for nothing.
 */
export async function confirmEmailChange(
  trx: Transaction,
  { userId, purpose, sentTo, payload }: RedeemedToken,
  now: Date,
): Promise<EmailChangeStep> {
  const end = purpose === 'email_change_current' ? 'current' : 'new'
  if (userId === null) return { step: 'dead' }
  const account = await trx
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'new_email', 'new_email_half'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const next = account?.new_email
  if (account === undefined || next == null || payload['next'] !== next) return { step: 'dead' }
  if (sentTo !== (end === 'current' ? account.email : next)) return { step: 'dead' }

  const needsBoth = account.email !== null && account.email_verified_at !== null
  // Nobody has proven the new address by that.
  if (!needsBoth && end === 'current') return { step: 'dead' }
  if (needsBoth && (account.new_email_half === null || account.new_email_half === end)) {
    await trx.updateTable('accounts').set({ new_email_half: end }).where('id', '=', userId).execute()
    return { step: 'half', userId, missing: end === 'current' ? next : (account.email ?? next) }
  }
  const loser = await giveUpUnproven(trx, { email: next, to: userId, now })
  const changed = await unlessTaken(trx, () =>
    trx
      .updateTable('accounts')
      .set({ email: next, email_verified_at: now, new_email: null, new_email_half: null, updated_at: now })
      .where('id', '=', userId)
      .execute(),
  )
  if (changed === 'taken') return { step: 'taken' }
  const former = account.email_verified_at === null ? undefined : (account.email ?? undefined)
  return { step: 'changed', userId, former, isFirst: account.email === null, loser }
}
