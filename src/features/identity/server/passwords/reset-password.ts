import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { setPassword } from './set-password'
import { type LinkTarget, recoverJob, createSignInEmailPayload } from '../email-and-sms/jobs'
import { claimAccountOfToken } from '../sign-in/apply-token'
import { findToken } from '../tokens/one-time-tokens'
import { redeemToken } from '../tokens/redeem-token'
import { limitSignInEmails } from '../limits/send-limits'
import { findPasswordOwner, findWeakness, type Weakness } from './password-check'
import { hashPassword } from './password-hash'
import { startSessionUnlessSuspended } from '../sessions/start-session'
import type { Suspended } from '../sessions/suspension'
import { consumeBudget } from '../limits/action-limits'

const PURPOSES = ['recover', 'verify_email'] as const

/** Sends a reset link if the account exists. The response and the work are the same without one. */
export async function requestPasswordReset(
  context: IdentityContext,
  { email, ...linkTarget }: LinkTarget & { email: string },
): Promise<void> {
  const { db, ip, jobs } = context
  const reserve = await limitSignInEmails(context, 'recover', email)
  await jobs.enqueue(db, recoverJob, createSignInEmailPayload({ email, linkTarget, ip, ...reserve }))
}

/**
 * Sets a new password with a reset link, ends every session and starts one. The link verifies the email. A verification
 * link that is opened outside its account also works here. Returns undefined if the link is unknown, used or expired,
 * and a Weakness if the password is refused; the link then stays valid. A suspended person gets the password but no
 * session.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function resetPassword(
  context: IdentityContext,
  { token, password }: { token: string; password: string },
): Promise<{ sessionId: string } | Suspended | Weakness | undefined> {
  const { caller, db, limits, live, ip, requestId } = context
  await consumeBudget(limits, 'reset_ip', ip)
  const now = context.now()
  const link = await findToken(db, token, PURPOSES)
  const owner = link?.user_id == null ? {} : await findPasswordOwner(db, link.user_id)
  const weakness = await findWeakness(context, password, owner)
  if (weakness !== undefined) return weakness
  const passwordHash = await hashPassword(password)
  const reset = await db.transaction().execute(async (trx) => {
    const redeemed = await redeemToken(trx, { token, purposes: PURPOSES, now })
    if (redeemed === undefined) return undefined
    const opened = await claimAccountOfToken(trx, redeemed, { now, requestId, method: 'recovery' })
    if (typeof opened === 'string' || 'invitation' in opened) return undefined
    const { userId, loser } = opened
    await setPassword(trx, context, { userId, passwordHash })
    return {
      userId,
      loser,
      outcome: await startSessionUnlessSuspended(trx, context, { userId, method: 'recovery' }),
    }
  })
  if (reset === undefined) return undefined
  const affected = [reset.userId, reset.loser, caller?.id].filter((id) => id !== undefined)
  live.publish([...new Set(affected)], [SESSION_TOPIC])
  return reset.outcome
}
