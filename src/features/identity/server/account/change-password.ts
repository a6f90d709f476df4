import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { holdAssured, type OwnSession } from '../factors/holder'
import { findPasswordOwner, findWeakness, type Weakness } from '../passwords/password-check'
import { countGuess, forgiveGuesses } from '../passwords/password-guesses'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import { needMoreThanCode } from '../proof/fresh-proof'
import { proveByNonce } from '../proof/prove-by-nonce'
import { setPassword } from './set-password'

/** What shows that it is the person: the password they have, or the code that was sent where they are reached. */
export interface Proof {
  currentPassword?: string | undefined
  code?: string | undefined
}

/**
 * A new password from our own settings. Whoever has one shows it; whoever has none shows the code of `reauthenticate`. Every other
 * session ends. @throws PasswordQueueFull, TOO_MANY_REQUESTS, PROOF_NEEDED
 */
export async function changePassword(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
  { password, currentPassword, code }: Proof & { password: string },
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
    // What else was said counts for nothing: it is the account that has no password.
    await needMoreThanCode(context)
    if (code === undefined) return 'unproven'
    const weakness = await findWeakness(context, password, await findPasswordOwner(db, userId))
    if (weakness !== undefined) return weakness
    if (!(await proveByNonce(context, { userId, nonce: code }))) return 'wrong_code'
  } else {
    if (currentPassword === undefined || currentPassword === '') return 'unproven'
    const countMiss = await countGuess(context, { userId }, 'inside')
    if (!(await verifyPassword(currentPassword, stored))) {
      await countMiss()
      return 'wrong_password'
    }
    await forgiveGuesses(context, { userId }, 'inside')
    if (password.normalize('NFKC') === currentPassword.normalize('NFKC')) return 'same'
    const weakness = await findWeakness(context, password, await findPasswordOwner(db, userId))
    if (weakness !== undefined) return weakness
  }
  const passwordHash = await hashPassword(password)
  const outcome = await db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    // What was shown must still be what counts: of two changes at once the second shows a password that is over.
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
