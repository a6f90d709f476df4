import type { IdentityContext } from '../context'
import { startSession, notifyReplacedSession } from '../sessions/start-session'
import { findSuspension, type Suspended } from '../sessions/suspension'
import { type AuthenticationResponse, buildRequestOptions, toUserHandle, verifyAssertion } from './webauthn'
import { createChallenge, type Question, consumeChallenge } from './challenges'
import { getRelyingParty } from './relying-party'
import { consumeBudget } from '../limits/action-limits'

/** Returns the options for signing in with any passkey of this site. */
export async function startPasskeySignIn(
  context: IdentityContext,
): Promise<Question & { options: Awaited<ReturnType<typeof buildRequestOptions>> }> {
  const { db, config, ip, limits } = context
  await consumeBudget(limits, 'passkey_ip', ip)
  const question = await createChallenge(db, { purpose: 'passkey_sign_in', userId: null, now: context.now() })
  const party = getRelyingParty(config)
  return {
    ...question,
    options: await buildRequestOptions('passkey', { party, challenge: question.challenge }),
  }
}

/**
 * Starts a session with a passkey, which counts as two factors because the person unlocked it. The challenge is used up
 * in any case.
 * @throws TOO_MANY_REQUESTS
 */
export async function signInWithPasskey(
  context: IdentityContext,
  { challengeId, response }: { challengeId: string; response: AuthenticationResponse },
): Promise<{ sessionId: string } | 'over' | 'unknown' | 'wrong' | Suspended> {
  const { db, config, limits, log, ip } = context
  await consumeBudget(limits, 'passkey_ip', ip)
  const now = context.now()
  const outcome = await db.transaction().execute(async (trx) => {
    const question = await consumeChallenge(trx, {
      challengeId,
      purpose: 'passkey_sign_in',
      userId: null,
      now,
    })
    if (question === undefined) return 'over'
    const owner = await trx
      .selectFrom('passkeys')
      .select('user_id')
      .where('credential_id', '=', response.id)
      .executeTakeFirst()
    if (owner === undefined) return 'unknown'
    const userId = owner.user_id
    // Locks the account; the passkey is read again under the lock, because it may have changed before the lock.
    const suspended = await findSuspension(trx, userId, now)
    const key = await trx
      .selectFrom('passkeys')
      .select(['id', 'credential_id', 'public_key', 'sign_count', 'transports'])
      .where('credential_id', '=', response.id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (key === undefined) return 'unknown'
    const party = getRelyingParty(config)
    const answered = hasUserHandle(response, userId)
      ? await verifyAssertion('passkey', { party, challengeHash: question.hash, response, key })
      : undefined
    if (answered === undefined) {
      log.warn({ passkeyId: key.id }, 'a passkey response was invalid')
      return 'wrong'
    }
    await trx
      .updateTable('passkeys')
      .set({ sign_count: answered.signCount, is_backed_up: answered.isBackedUp, last_used_at: now })
      .where('id', '=', key.id)
      .execute()
    if (suspended) return suspended
    return { sessionId: await startSession(trx, context, { userId, method: 'passkey', isTwoFactor: true }) }
  })
  if (typeof outcome === 'object' && 'sessionId' in outcome) notifyReplacedSession(context)
  return outcome
}

function hasUserHandle({ response }: AuthenticationResponse, userId: string): boolean {
  const { userHandle: given } = response
  return !given || Buffer.from(given, 'base64url').equals(Buffer.from(toUserHandle(userId)))
}
