import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { FactorKind } from '../../rules/factor'
import type { IdentityContext } from '../context'
import type { AmrMethod } from '../sessions/sessions'
import { cancelPendingChanges } from '../accounts/cancel-pending-changes'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { countFactorGuess, resetFactorGuesses } from './factor-guesses'
import { lockOwnAccount, type OwnSession, findSignInMethodProblem } from '../sessions/lock-account'
import { checkFactor, type FactorProof } from './check-factor'
import { stepUpSession, recordFactorVerification } from './upgrade-session'
import { recordRequestEvent } from '../security-log/record-event'
import { issueRecoveryCodes } from './recovery-codes'
import { trustBrowser } from '../sessions/trusted-browser'

const TRIES = 5

const METHODS: Record<FactorKind, AmrMethod> = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' }

export interface Verified {
  kind: FactorKind
  /** Issued with the first factor, if requested. */
  recoveryCodes: string[] | null
  /** The value of the trusted-browser cookie, if requested. */
  trust: string | null
}

type VerifyError =
  | { kind: FactorKind; problem: 'wrong' | 'over' }
  | 'not_found'
  | 'unassured'
  | 'unverified'
  | 'ended'

interface Wanted {
  factorId: string
  challengeId: string
  proof: FactorProof
  /** Set by our own pages, which show the codes. An app would store the response, with the codes, in its session. */
  withRecoveryCodes?: boolean
  trustsBrowser?: boolean
}

/**
 * Checks the response to a challenge. A correct one adds the factor or completes the sign-in: the session becomes aal2,
 * and sessions of aal1 end. A challenge can be completed once and allows five attempts. An authenticator code works
 * once.
 * @throws TOO_MANY_REQUESTS
 */
export async function verifyFactor(
  context: IdentityContext,
  holder: OwnSession,
  verification: Wanted,
): Promise<Verified | VerifyError> {
  const { db, live } = context
  if (!isId(verification.factorId)) return 'not_found'
  await countFactorGuess(context, holder.userId)
  const now = context.now()
  // The transaction commits even if the code is wrong, so that the attempt counts.
  const outcome = await db
    .transaction()
    .execute((trx) => verifyInTransaction(trx, context, { holder, verification, now }))
  if (typeof outcome === 'string' || 'problem' in outcome) return outcome
  await resetFactorGuesses(context, holder.userId)
  live.publish([holder.userId], [SESSION_TOPIC])
  return outcome
}

async function verifyInTransaction(
  trx: Transaction,
  context: IdentityContext,
  { holder, verification, now }: { holder: OwnSession; verification: Wanted; now: Date },
): Promise<Verified | VerifyError> {
  const held = await lockOwnAccount(trx, holder, now)
  if (held === undefined) return 'ended'
  const { userId } = held
  const factor = await trx
    .selectFrom('auth_factors')
    .selectAll()
    .where('id', '=', verification.factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (factor === undefined) return 'not_found'
  const kind = factor.kind as FactorKind
  const isNew = factor.status === 'unverified'
  // A session with a stolen password, started before the owner added a factor, must not add another one.
  const error = isNew ? findSignInMethodProblem(held) : undefined
  if (error) return error
  const challenge = await consumeAttempt(trx, {
    factorId: factor.id,
    challengeId: verification.challengeId,
    now,
  })
  if (challenge === undefined) return { kind, problem: 'over' }
  const proven = await checkFactor(trx, context, { factor, challenge, proof: verification.proof, now })
  if (proven === undefined) {
    const details = { methods: [METHODS[kind]], reason: 'wrong_code' as const }
    await recordRequestEvent(trx, context, { userId, kind: 'sign_in_failed', details })
    return { kind, problem: 'wrong' }
  }

  await trx.updateTable('auth_challenges').set({ used_at: now }).where('id', '=', challenge.id).execute()
  await trx
    .updateTable('auth_factors')
    .set({ ...proven, last_used_at: now, ...(isNew && { status: 'verified', updated_at: now }) })
    .where('id', '=', factor.id)
    .execute()
  const hasEnded = await stepUpSession(trx, held, { method: METHODS[kind], now })
  if (!isNew) await recordFactorVerification(trx, context, held, METHODS[kind])
  if (isNew) {
    await trx
      .deleteFrom('auth_factors')
      .where('user_id', '=', userId)
      .where('status', '=', 'unverified')
      .execute()
    await notifyOfChange(trx, context, {
      userId,
      kind: 'factor_added',
      details: { methods: [METHODS[kind]] },
    })
  }
  const isFirst = isNew && !held.hasSecondFactor
  // Until now sessions needed no factor, so the sessions that just ended may have been a stranger’s.
  if (isFirst && hasEnded) await cancelPendingChanges(trx, { userId, now })
  const { secret, requestHeaders: headers } = context
  return {
    kind,
    recoveryCodes:
      isFirst && verification.withRecoveryCodes === true
        ? await issueRecoveryCodes(trx, { userId, secret, now })
        : null,
    trust: verification.trustsBrowser === true ? await trustBrowser(trx, { userId, headers, now }) : null,
  }
}

/** Counts one of five attempts. The row is locked, so that concurrent attempts are counted one by one. */
async function consumeAttempt(
  trx: Transaction,
  { factorId, challengeId, now }: { factorId: string; challengeId: string; now: Date },
) {
  if (!isId(challengeId)) return undefined
  return trx
    .updateTable('auth_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', challengeId)
    .where('factor_id', '=', factorId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', TRIES)
    .returning(['id', 'secret_hash'])
    .executeTakeFirst()
}
