import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { findPasswordOwner, findWeakness, type Weakness } from './password-check'
import { isRightPassword } from './password-guesses'
import { hashPassword } from './password-hash'
import { requireFactorForCode } from '../sessions/reauthentication'
import { redeemNonce } from '../sessions/nonce'
import { setPassword } from './set-password'

/**
 * Sets a new password from our own settings. Requires the current one; an account without one requires the code of
 * `reauthenticate`. Every other session ends.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS, REAUTHENTICATION_REQUIRED
 */
export async function changePassword(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
  {
    password,
    currentPassword,
    code,
  }: { password: string; currentPassword?: string | undefined; code?: string | undefined },
): Promise<'changed' | 'ended' | 'unproven' | 'wrong_password' | 'wrong_code' | 'same' | Weakness> {
  const { db, live } = context
  const account = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) return 'ended'
  const stored = account.password_hash
  if (stored === null) {
    await requireFactorForCode(context)
    if (code === undefined) return 'unproven'
    const weakness = await findWeakness(context, password, await findPasswordOwner(db, userId))
    if (weakness !== undefined) return weakness
    if (!(await redeemNonce(context, { userId, nonce: code }))) return 'wrong_code'
  } else {
    if (currentPassword === undefined || currentPassword === '') return 'unproven'
    if (!(await isRightPassword(context, { userId, password: currentPassword, hash: stored })))
      return 'wrong_password'
    if (password.normalize('NFKC') === currentPassword.normalize('NFKC')) return 'same'
    const weakness = await findWeakness(context, password, await findPasswordOwner(db, userId))
    if (weakness !== undefined) return weakness
  }
  const passwordHash = await hashPassword(password)
  const outcome = await db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    // The password that was verified must still be stored. Otherwise the second of two concurrent changes would be
    // allowed by a replaced password.
    const held = await trx
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (held.password_hash !== stored) return stored === null ? 'unproven' : 'wrong_password'
    await setPassword(trx, context, { userId, passwordHash, keepSession: sessionId })
    return 'changed'
  })
  if (outcome === 'changed') live.publish([userId], [SESSION_TOPIC])
  return outcome
}
