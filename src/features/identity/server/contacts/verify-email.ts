import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { findToken } from '../tokens/one-time-tokens'
import { redeemToken } from '../tokens/redeem-token'
import { applyToken } from '../sign-in/apply-token'
import { consumeBudget } from '../limits/action-limits'

/**
 * Verifies the email that a link was sent to, without starting a session. A used link succeeds again, because some mail
 * programs open links before people do. Returns undefined if the link is unknown, replaced or expired.
 */
export async function verifyEmail(
  context: IdentityContext,
  { token }: { token: string },
): Promise<{ email: string } | undefined> {
  await consumeBudget(context.limits, 'verify_ip', context.ip)
  const now = context.now()
  const { caller, requestId } = context
  const verified = await context.db.transaction().execute(async (trx) => {
    const redeemed = await redeemToken(trx, { token, purposes: ['verify_email'], now })
    if (redeemed === undefined) {
      const old = await findToken(trx, token, ['verify_email'])
      // Returned only if the account still has that email: the holder of an old link must not learn a new email.
      return old?.email != null && old.email_verified_at !== null && old.email === old.sent_to
        ? { email: old.email, changed: [] }
        : undefined
    }
    const settled = await applyToken(trx, redeemed, { now, requestId, callerId: caller?.id })
    if (typeof settled === 'string' || !('method' in settled) || redeemed.sentTo === null) return undefined
    return { email: redeemed.sentTo, changed: [settled.userId, ...(settled.loser ? [settled.loser] : [])] }
  })
  // Open pages must show that the email is verified, or that the session has ended.
  if (verified !== undefined && verified.changed.length > 0)
    context.live.publish(verified.changed, [SESSION_TOPIC])
  return verified && { email: verified.email }
}
