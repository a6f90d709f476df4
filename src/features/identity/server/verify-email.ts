import type { IdentityContext } from './context'
import { verifyEmailJob } from './jobs'
import { findToken, type TokenPurpose, redeemToken } from './one-time-token'

/**
 * Confirms the address a link was sent to; signs nobody in. A link that already did its work says so again, since some
 * mail programs open links before people do. Undefined when it is unknown or died unused, or when there is no address to confirm.
 */
export async function verifyEmail(
  context: IdentityContext,
  { token }: { token: string },
): Promise<{ email: string } | undefined> {
  await context.limits.consume('verify_ip', context.ip, { points: 60, seconds: 600 })
  const now = context.now()
  return context.db.transaction().execute(async (trx) => {
    const userId = await redeemToken(trx, { token, purpose: 'verify_email', now })
    if (userId === undefined) {
      const old = await findToken(trx, token, 'verify_email')
      return old?.email_verified_at ? withAddress(old) : undefined
    }
    const confirmed = await trx
      .updateTable('accounts')
      .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)), updated_at: now }))
      .where('id', '=', userId)
      .where('email', 'is not', null)
      .returning('email')
      .executeTakeFirst()
    return confirmed && withAddress(confirmed)
  })
}

function withAddress({ email }: { email: string | null }): { email: string } | undefined {
  return email === null ? undefined : { email }
}

/** A new link for the signed-in person, or for whoever holds an old one. Undefined when there is neither, or nowhere to send it. */
export async function resendVerification(
  context: IdentityContext,
  { token }: { token?: string | undefined },
): Promise<{ email: string; isVerified: boolean } | undefined> {
  const { db, jobs, limits, caller, ip } = context
  await limits.consume('resend_ip', ip, { points: 30, seconds: 3600 })
  const old = token === undefined ? undefined : await findToken(db, token, 'verify_email')
  const userId = old?.user_id ?? (token === undefined ? caller?.id : undefined)
  if (userId === undefined) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const email = account?.email ?? null
  if (account === undefined || email === null) return undefined
  const isVerified = account.email_verified_at !== null
  if (!isVerified) {
    await limits.consume('resend_account', userId, { points: 5, seconds: 3600 })
    await jobs.enqueue(db, verifyEmailJob, { userId })
  }
  return { email, isVerified }
}

/** What a link is still good for. Only its holder can ask, so they may read the address it was sent to. */
export async function inspectLink(
  context: IdentityContext,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{ state: 'open' | 'verified' | 'dead' | 'unknown'; email: string | null; sentAt: string | null }> {
  await context.limits.consume('inspect_link_ip', context.ip, { points: 120, seconds: 600 })
  const found = await findToken(context.db, token, purpose)
  if (found === undefined) return { state: 'unknown', email: null, sentAt: null }
  const sent = { email: found.email, sentAt: found.created_at.toISOString() }
  if (purpose === 'verify_email' && found.email_verified_at !== null) return { state: 'verified', ...sent }
  const isOpen = found.used_at === null && found.expires_at > context.now()
  return { state: isOpen ? 'open' : 'dead', ...sent }
}
