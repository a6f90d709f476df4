import type { Transaction } from '~/database/connect'
import { removeClaim } from '../accounts/remove-claim'
import { takeOver } from '../accounts/take-over'
import type { RedeemedToken } from '../tokens/redeem-token'
import { unlessTaken } from './unless-taken'

export type EmailChangeStep =
  /** `former`: the email before, if it was verified; `isFirst` where there was none at all. */
  | {
      step: 'changed'
      userId: string
      former: string | undefined
      isFirst: boolean
      /** The account that lost its unverified claim on the new address. */
      loser: string | undefined
    }
  /** The other address still has to confirm. */
  | { step: 'half'; userId: string; missing: string }
  | { step: 'dead' | 'taken' }

/**
 * Confirms one side of an email change. The email changes once both addresses have confirmed, in either order; an unverified current email
 * need not confirm. A confirmation of an older change is ignored. An account with nothing verified is taken over, unless the caller is signed
 * in to it.
 */
export async function confirmEmailChange(
  trx: Transaction,
  { userId, purpose, sentTo, payload }: RedeemedToken,
  { now, isInside }: { now: Date; isInside: boolean },
): Promise<EmailChangeStep> {
  const end = purpose === 'email_change_current' ? 'current' : 'new'
  if (userId === null) return { step: 'dead' }
  const account = await trx
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'phone_verified_at', 'new_email', 'new_email_half'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const next = account?.new_email
  if (account === undefined || next == null || payload['next'] !== next) return { step: 'dead' }
  if (sentTo !== (end === 'current' ? account.email : next)) return { step: 'dead' }

  const needsBoth = account.email !== null && account.email_verified_at !== null
  // That proves nothing of the new email.
  if (!needsBoth && end === 'current') return { step: 'dead' }
  if (needsBoth && (account.new_email_half === null || account.new_email_half === end)) {
    await trx.updateTable('accounts').set({ new_email_half: end }).where('id', '=', userId).execute()
    return { step: 'half', userId, missing: end === 'current' ? next : (account.email ?? next) }
  }
  if (!isInside && account.email_verified_at === null && account.phone_verified_at === null)
    await takeOver(trx, { userId, now, keep: 'email' })
  const loser = await removeClaim(trx, { email: next, keepFor: userId, now })
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
