import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/postgres-errors'
import { SESSION_TOPIC } from '~/platform/live/live'
import { removeUnverifiedContact } from '../accounts/remove-unverified-contact'
import { takeOverAccount } from '../accounts/take-over-account'
import type { IdentityContext } from '../context'
import { checkGuess, countWrongCode } from '../limits/guess-limits'
import { type DescribedChange, notifyOfChange } from '../email-and-sms/notify-of-change'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { redeemCode, type RedeemedToken } from '../tokens/redeem-token'
import { noPendingChange } from './change-contact'

type Confirmation =
  | {
      step: 'changed'
      userId: string
      /** The account that lost the new email or phone, which it had not verified. */
      loser: string | undefined
      notice: Pick<DescribedChange, 'kind' | 'formerEmail' | 'formerPhone'>
    }
  /** The other address of the email change still has to confirm. */
  | { step: 'half'; userId: string; missing: string }
  | { step: 'invalid' | 'taken' }

/**
 * Confirms a change of email or phone with the link or code that was sent for it. A confirmation of an older change
 * is ignored. If neither the email nor the phone of the account is verified, an email change takes the account over,
 * unless the caller is signed in to it.
 */
export async function confirmContactChange(
  trx: Transaction,
  { userId, purpose, sentTo, payload }: RedeemedToken,
  { now, isInside }: { now: Date; isInside: boolean },
): Promise<Confirmation> {
  const kind = purpose === 'phone_change' ? 'phone' : 'email'
  if (userId === null) return { step: 'invalid' }
  const account = await trx
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'new_email', 'new_email_confirmed_by'])
    .select(['phone', 'phone_verified_at', 'new_phone'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const to = account?.[`new_${kind}`]
  if (account === undefined || to == null) return { step: 'invalid' }
  if (kind === 'phone') {
    if (sentTo !== to) return { step: 'invalid' }
  } else {
    const end = purpose === 'email_change_current' ? 'current' : 'new'
    if (payload['next'] !== to || sentTo !== (end === 'current' ? account.email : to))
      return { step: 'invalid' }
    // Both addresses must confirm, in either order. An unverified current address doesn't have to: its confirmation
    // would say nothing about the new one.
    const needsBoth = account.email !== null && account.email_verified_at !== null
    if (!needsBoth && end === 'current') return { step: 'invalid' }
    if (needsBoth && (account.new_email_confirmed_by === null || account.new_email_confirmed_by === end)) {
      await trx
        .updateTable('accounts')
        .set({ new_email_confirmed_by: end })
        .where('id', '=', userId)
        .execute()
      return { step: 'half', userId, missing: end === 'current' ? to : (account.email ?? to) }
    }
    if (!isInside && account.email_verified_at === null && account.phone_verified_at === null)
      await takeOverAccount(trx, { userId, now, keep: 'email' })
  }
  const claimed = kind === 'email' ? { email: to } : { phone: to }
  const loser = await removeUnverifiedContact(trx, { ...claimed, exceptAccountId: userId, now })
  const changed = await runUnlessTaken(trx, () =>
    trx
      .updateTable('accounts')
      .set({ [kind]: to, [`${kind}_verified_at`]: now, ...noPendingChange[kind], updated_at: now })
      .where('id', '=', userId)
      .execute(),
  )
  if (changed === 'taken') return { step: 'taken' }
  const verified = account[`${kind}_verified_at`] === null ? undefined : (account[kind] ?? undefined)
  return {
    step: 'changed',
    userId,
    loser,
    notice: toChangeNotification(kind, { to, former: account[kind], verified }),
  }
}

/**
 * Returns the notification of a change. A first email or phone counts as "added". If a verified one is replaced, the
 * former one is notified, too.
 */
function toChangeNotification(
  kind: 'email' | 'phone',
  { to, former, verified }: { to: string; former: string | null; verified: string | undefined },
): Pick<DescribedChange, 'kind' | 'formerEmail' | 'formerPhone'> {
  if (kind === 'email')
    return former === null ? { kind: 'email_added' } : { kind: 'email_changed', formerEmail: verified }
  return verified === undefined || verified === to
    ? { kind: 'phone_added' }
    : { kind: 'phone_changed', formerPhone: verified }
}

/**
 * Runs a change of a unique value. Returns 'taken' if another account already has the value. The
 * transaction then continues without the change.
 */
async function runUnlessTaken<T>(trx: Transaction, change: () => Promise<T>): Promise<T | 'taken'> {
  await sql`savepoint maybe_taken`.execute(trx)
  try {
    const done = await change()
    await sql`release savepoint maybe_taken`.execute(trx)
    return done
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`rollback to savepoint maybe_taken`.execute(trx)
    return 'taken'
  }
}

/**
 * Confirms the pending phone of the signed-in person with the code that was sent to it.
 * @throws TOO_MANY_REQUESTS
 */
export async function confirmPhone(
  context: IdentityContext,
  { userId, sessionId, code }: OwnSession & { code: string },
): Promise<'changed' | 'wrong' | 'nothing' | 'taken' | 'ended'> {
  const { db, secret, live } = context
  const now = context.now()
  const account = await db
    .selectFrom('accounts')
    .select('new_phone')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.new_phone == null) return 'nothing'
  const { new_phone: phone } = account
  await checkGuess(context, { phone })
  let loser: string | undefined
  // The transaction commits even if the code is wrong, so that the attempt counts.
  const outcome = await db.transaction().execute(async (trx) => {
    const redeemed = await redeemCode(trx, {
      secret,
      code,
      sentTo: phone,
      userId,
      purposes: ['phone_change'],
      now,
    })
    if (redeemed === undefined) return 'wrong'
    // Checked under the row lock of the redeemed code: the session may have ended, or the account been suspended,
    // since the request started.
    if ((await lockAssuredAccount(trx, { userId, sessionId }, now)) === undefined) return 'ended'
    const confirmed = await confirmContactChange(trx, redeemed, { now, isInside: true })
    if (confirmed.step !== 'changed') return confirmed.step === 'taken' ? 'taken' : 'wrong'
    await notifyOfChange(trx, context, { userId, ...confirmed.notice })
    loser = confirmed.loser
    return 'changed'
  })
  if (outcome === 'wrong') await countWrongCode(context, { phone })
  if (outcome === 'changed') live.publish([userId, ...(loser === undefined ? [] : [loser])], [SESSION_TOPIC])
  return outcome
}
