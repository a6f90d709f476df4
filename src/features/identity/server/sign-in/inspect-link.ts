import type { InvalidLinkReason } from '../../contract-shapes'
import { isUnfinishedSignUp } from '../accounts/unfinished-sign-up'
import type { IdentityContext } from '../context'
import { findInvalidReason, findToken, type TokenPurpose } from '../tokens/one-time-tokens'
import { consumeBudget } from '../limits/action-limits'

/**
 * Inspects a link of any kind. The caller has the link's token, so they may see the email that it was sent to.
 * @throws TOO_MANY_REQUESTS
 */
export async function inspectAnyLink(
  context: IdentityContext,
  { token, purposes }: { token: string; purposes: readonly TokenPurpose[] },
) {
  const found = await findLink(context, token, purposes)
  if (found === undefined)
    return { state: 'unknown' as const, email: null, sentAt: null, reason: null, change: null }
  const reason = findInvalidReason(found, context.now())
  return {
    state: reason === null ? ('open' as const) : ('invalid' as const),
    reason,
    change: reason === null ? findEmailChange(found) : null,
    email: found.sent_to ?? found.email,
    sentAt: found.created_at.toISOString(),
  }
}

async function findLink(
  { db, limits, ip }: IdentityContext,
  token: string,
  purposes: readonly TokenPurpose[],
) {
  await consumeBudget(limits, 'inspect_link_ip', ip)
  return findToken(db, token, purposes)
}

/**
 * Returns the email change of an open link. An unverified current email is left out, because it may belong to another
 * person.
 */
function findEmailChange(found: NonNullable<Awaited<ReturnType<typeof findToken>>>) {
  const { payload, email, email_verified_at: confirmedAt } = found
  if (!found.purpose.startsWith('email_change_')) return null
  const { next } = payload as { next?: unknown }
  if (typeof next !== 'string') return null
  return { from: confirmedAt === null ? null : email, to: next }
}

/**
 * Inspects a link that verifies an email or resets a password.
 * @throws TOO_MANY_REQUESTS
 */
export async function inspectLink(
  context: IdentityContext,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{
  state: 'open' | 'verified' | 'invalid' | 'unknown'
  email: string | null
  sentAt: string | null
  reason: InvalidLinkReason | null
  needsPassword: boolean
}> {
  const { db, caller, now } = context
  const found = await findLink(context, token, [purpose])
  if (found === undefined)
    return { state: 'unknown', email: null, sentAt: null, reason: null, needsPassword: false }
  const { user_id: userId, sent_to: sentTo, created_at: createdAt } = found
  const sent = { email: sentTo, sentAt: createdAt.toISOString(), needsPassword: false }
  if (purpose === 'verify_email' && found.email_verified_at !== null && found.email === sentTo)
    return { state: 'verified', ...sent, reason: null }
  const reason = findInvalidReason(found, now())
  if (reason !== null) return { state: 'invalid', ...sent, reason }
  const isFinished =
    userId === caller?.id ||
    (userId !== null && sentTo !== null && (await isUnfinishedSignUp(db, { userId, sentTo, now: now() })))
  return { state: 'open', ...sent, reason, needsPassword: !isFinished }
}
