import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { changeAssuredAccount, lockOwnAccount, isAssured, type Holder } from '../sessions/lock-account'
import { downgradeSessions } from './upgrade-session'

type ChangeError = 'not_found' | 'unassured' | 'ended'

/**
 * Removes a factor and notifies the person. Removing a verified one requires a session that has passed two-step
 * verification.
 */
export async function removeFactor(
  context: IdentityContext,
  holder: Holder,
  factorId: string,
): Promise<'removed' | ChangeError> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    if (!isId(factorId)) return 'not_found'
    const factor = await trx
      .selectFrom('auth_factors')
      .select('status')
      .where('id', '=', factorId)
      .where('user_id', '=', held.userId)
      .executeTakeFirst()
    if (factor === undefined) return 'not_found'
    if (factor.status === 'verified' && !isAssured(held)) return 'unassured'
    await deleteFactor(trx, context, { userId: held.userId, factorId })
    return 'removed'
  })
  if (outcome === 'removed') context.live.publish([holder.userId], [SESSION_TOPIC])
  return outcome
}

/**
 * Like removeFactor, for a caller that holds the account's row lock. Removing the last verified factor also removes
 * recovery codes and trusted browsers, and makes sessions one-factor. Returns false if there is no such factor. Publish
 * SESSION_TOPIC after the commit.
 */
export async function deleteFactor(
  trx: Transaction,
  context: IdentityContext,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('auth_factors')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .returning('status')
    .executeTakeFirst()
  if (removed === undefined) return false
  if (removed.status === 'unverified') return true
  await notifyOfChange(trx, context, { userId, kind: 'factor_removed' })
  const { has_second_factor: hasAnotherFactor } = await trx
    .selectFrom('accounts')
    .select('has_second_factor')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (hasAnotherFactor) return true
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('trusted_browsers').where('user_id', '=', userId).execute()
  await downgradeSessions(trx, userId)
  return true
}

export async function renameFactor(
  context: IdentityContext,
  holder: Holder,
  { factorId, name }: { factorId: string; name: string },
): Promise<'renamed' | 'name_taken' | ChangeError> {
  const outcome = await changeAssuredAccount(context, holder, async (trx, held) => {
    if (!isId(factorId)) return 'not_found'
    const factors = await trx
      .selectFrom('auth_factors')
      .select(['id', 'friendly_name'])
      .where('user_id', '=', held.userId)
      .execute()
    if (!factors.some(({ id }) => id === factorId)) return 'not_found'
    if (factors.some((factor) => factor.id !== factorId && factor.friendly_name === name)) return 'name_taken'
    await trx
      .updateTable('auth_factors')
      .set({ friendly_name: name, updated_at: context.now() })
      .where('id', '=', factorId)
      .execute()
    return 'renamed'
  })
  if (outcome === 'renamed') context.live.publish([holder.userId], ['identity'])
  return outcome
}
