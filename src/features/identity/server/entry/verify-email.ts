import type { LinkEnd } from '../../contract-shapes'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { verifyEmailJob } from '../codes/jobs'
import { endOf, findToken } from '../tokens/find-token'
import { redeemToken } from '../tokens/redeem-token'
import type { TokenPurpose } from '../tokens/token-purpose'
import { limitMail } from '../limits/send-limits'
import { Elsewhere, readElsewhere } from '../accounts/claim-account'
import { settleProof } from '../codes/settle-proof'

/**
 * Confirms the address a link was sent to; signs nobody in. A link that already did its work says so again, since some
 * mail programs open links before people do. Undefined when it is unknown or died unused; after 'elsewhere' it stays good.
 */
export async function verifyEmail(
  context: IdentityContext,
  { token }: { token: string },
): Promise<{ email: string } | 'elsewhere' | undefined> {
  await context.limits.consume('verify_ip', context.ip, { points: 60, seconds: 600 })
  const now = context.now()
  let confirmed: string | undefined
  const answer = await context.db
    .transaction()
    .execute(async (trx) => {
      const redeemed = await redeemToken(trx, { token, purposes: ['verify_email'], now })
      if (redeemed === undefined) {
        const old = await findToken(trx, token, ['verify_email'])
        return old?.email != null && old.email_verified_at !== null ? { email: old.email } : undefined
      }
      const settled = await settleProof(trx, redeemed, { now, requestId: context.requestId })
      if (settled === 'elsewhere') throw new Elsewhere()
      if (typeof settled === 'string' || !('method' in settled)) return undefined
      confirmed = settled.userId
      const account = await trx
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', settled.userId)
        .executeTakeFirst()
      return account?.email == null ? undefined : { email: account.email }
    })
    .catch(readElsewhere)
  // Pages that stand open go on as somebody whose address is confirmed, or, where two had signed up there, as nobody.
  if (confirmed !== undefined) context.live.publish([confirmed], [SESSION_TOPIC])
  return answer
}

/** A new link for the signed-in person, or for whoever holds an old one. Undefined when there is neither. */
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
  const isVerified = account.email_verified_at !== null
  if (!isVerified) {
    await limitMail(context, 'verify', account.email)
    await jobs.enqueue(db, verifyEmailJob, { userId })
  }
  return { email: account.email, isVerified }
}

/** What a link is still good for. Only its holder can ask, so they may read the address it was sent to. */
export async function inspectLink(
  context: IdentityContext,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{
  state: 'open' | 'verified' | 'dead' | 'unknown'
  email: string | null
  sentAt: string | null
  why: LinkEnd | null
}> {
  await context.limits.consume('inspect_link_ip', context.ip, { points: 120, seconds: 600 })
  const found = await findToken(context.db, token, [purpose])
  if (found === undefined) return { state: 'unknown', email: null, sentAt: null, why: null }
  const sent = { email: found.sent_to ?? found.email, sentAt: found.created_at.toISOString() }
  if (purpose === 'verify_email' && found.email_verified_at !== null)
    return { state: 'verified', ...sent, why: null }
  const why = endOf(found, context.now())
  return { state: why === null ? 'open' : 'dead', ...sent, why }
}
