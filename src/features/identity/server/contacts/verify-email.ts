import type { LinkEnd } from '../../contract-shapes'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { verifyEmailJob } from '../mail-and-sms/jobs'
import { endOf, findToken } from '../tokens/find-token'
import { redeemToken } from '../tokens/redeem-token'
import type { TokenPurpose } from '../tokens/token-purpose'
import { limitMail } from '../limits/send-limits'
import { applyToken } from '../sign-in/apply-token'
import { isUnfinishedSignUp } from '../accounts/unfinished-sign-up'

/**
 * Verifies the email that a link was sent to, and starts no session. A link that already did its work says so again, since some
 * mail programs open links before people do. Undefined when it is unknown, replaced or expired.
 */
export async function verifyEmail(
  context: IdentityContext,
  { token }: { token: string },
): Promise<{ email: string } | undefined> {
  await context.limits.consume('verify_ip', context.ip, { points: 60, seconds: 600 })
  const now = context.now()
  const { caller, requestId } = context
  const verified = await context.db.transaction().execute(async (trx) => {
    const redeemed = await redeemToken(trx, { token, purposes: ['verify_email'], now })
    if (redeemed === undefined) {
      const old = await findToken(trx, token, ['verify_email'])
      // The account may have another email by now, which the holder of an old link must not learn.
      return old?.email != null && old.email_verified_at !== null && old.email === old.sent_to
        ? { email: old.email, changed: [] }
        : undefined
    }
    const settled = await applyToken(trx, redeemed, { now, requestId, callerId: caller?.id })
    if (typeof settled === 'string' || !('method' in settled) || redeemed.sentTo === null) return undefined
    return { email: redeemed.sentTo, changed: [settled.userId, ...(settled.loser ? [settled.loser] : [])] }
  })
  // Open pages show that the email is verified, or that the session is over.
  if (verified !== undefined && verified.changed.length > 0)
    context.live.publish(verified.changed, [SESSION_TOPIC])
  return verified && { email: verified.email }
}

/** Sends a new link to the signed-in person, or for an old link. Undefined when there is neither. */
export async function resendVerification(
  context: IdentityContext,
  { token }: { token?: string | undefined },
): Promise<{ email: string; isVerified: boolean } | undefined> {
  const { db, jobs, limits, caller, ip } = context
  await limits.consume('resend_ip', ip, { points: 30, seconds: 3600 })
  const old = token === undefined ? undefined : await findToken(db, token, ['verify_email'])
  const userId = old?.user_id ?? (token === undefined ? caller?.id : undefined)
  if (userId === undefined) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.email == null) return undefined
  // An old link must not reveal the email that the account has now.
  if (old !== undefined && old.sent_to !== account.email) return undefined
  const isVerified = account.email_verified_at !== null
  if (!isVerified) {
    await limitMail(context, 'verify', account.email)
    await jobs.enqueue(db, verifyEmailJob, { userId })
  }
  return { email: account.email, isVerified }
}

/** What a link is still good for. Only its holder can ask, so they may read the email it was sent to. */
export async function inspectLink(
  context: IdentityContext,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{
  state: 'open' | 'verified' | 'dead' | 'unknown'
  email: string | null
  sentAt: string | null
  why: LinkEnd | null
  needsPassword: boolean
}> {
  await context.limits.consume('inspect_link_ip', context.ip, { points: 120, seconds: 600 })
  const { db, caller, now } = context
  const found = await findToken(db, token, [purpose])
  if (found === undefined)
    return { state: 'unknown', email: null, sentAt: null, why: null, needsPassword: false }
  const { user_id: userId, sent_to: sentTo, created_at: createdAt } = found
  const sent = { email: sentTo, sentAt: createdAt.toISOString(), needsPassword: false }
  if (purpose === 'verify_email' && found.email_verified_at !== null && found.email === sentTo)
    return { state: 'verified', ...sent, why: null }
  const why = endOf(found, now())
  if (why !== null) return { state: 'dead', ...sent, why }
  const isFinished =
    userId === caller?.id ||
    (userId !== null && sentTo !== null && (await isUnfinishedSignUp(db, { userId, sentTo, now: now() })))
  return { state: 'open', ...sent, why, needsPassword: !isFinished }
}
