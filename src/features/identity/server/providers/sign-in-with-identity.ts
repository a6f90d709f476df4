import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { refreshAfterUse } from '~/features/invitations/server/public'
import { SESSION_TOPIC } from '~/platform/live/live'
import { VERIFY_FIRST } from '../../rules/factor-messages'
import { FLOW_EXPIRED, IDENTITY_TAKEN } from '../../rules/provider-sentences'
import type { CodeChallenge } from '../../rules/code-challenge'
import { issueAuthCode } from '../sign-in/auth-code'
import type { IdentityContext } from '../context'
import { HookError } from '../email-and-sms/call-hook'
import { checkNewUser } from '../sign-up/check-new-user'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { formatLinkedIdentity } from './list-providers'
import { addIdentity } from './identity-rows'
import { startSessionUnlessSuspended } from '../sessions/start-session'
import { storeProviderTokens } from './provider-tokens'
import { resolveIdentity, createSuspendedError } from './resolve-identity'
import { FlowFailed, type ProviderIdentity, type ProviderTokens } from './provider'

/**
 * Starts a session for the person of an identity.
 * @throws FlowFailed, also for suspended accounts
 */
export function signInWithIdentity(
  context: IdentityContext,
  proof: ProviderIdentity,
  invitationCode?: string,
): Promise<{ sessionId: string }> {
  return acceptIdentity(context, { proof, invitationCode }, async (trx, userId) => {
    const opened = await startSessionUnlessSuspended(trx, context, { userId, method: proof.method })
    if ('suspendedUntil' in opened) throw createSuspendedError()
    return { sessionId: opened.sessionId }
  })
}

/**
 * Issues the code that the app exchanges for a session. A suspended person is refused at the exchange, or immediately
 * if the identity would be linked.
 * @throws FlowFailed
 */
export function issueCodeForIdentity(
  context: IdentityContext,
  proof: ProviderIdentity,
  { challenge, invitationCode, tokens }: Wanted & { invitationCode?: string | undefined },
): Promise<string> {
  return acceptIdentity(context, { proof, invitationCode }, (trx, userId) =>
    issueCode(trx, context, { userId, proof, challenge, tokens }),
  )
}

/** Data that the app requested for the response. */
interface Wanted {
  challenge: CodeChallenge
  /** The provider's tokens, when the app requested them. */
  tokens?: ProviderTokens | undefined
}

async function issueCode(
  trx: Transaction,
  { now, secret }: IdentityContext,
  {
    userId,
    proof,
    challenge,
    tokens,
    sessionId,
  }: Wanted & { userId: string; proof: ProviderIdentity; sessionId?: string },
): Promise<string> {
  const code = await issueAuthCode(trx, { userId, challenge, amrMethod: proof.method, now: now(), sessionId })
  if (tokens !== undefined) await storeProviderTokens(trx, { code, tokens, secret })
  return code
}

async function acceptIdentity<Outcome>(
  context: IdentityContext,
  { proof, invitationCode }: { proof: ProviderIdentity; invitationCode: string | undefined },
  open: (trx: Transaction, userId: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { db, live, now } = context
  await checkNewIdentity(context, proof)
  const { resolved, outcome } = await db.transaction().execute(async (trx) => {
    const found = await resolveIdentity(trx, context, { proof, invitationCode, now: now() })
    return { resolved: found, outcome: await open(trx, found.userId) }
  })
  // Other open pages show the sessions and the sign-in methods.
  live.publish([resolved.userId], resolved.isTakenOver ? [SESSION_TOPIC] : ['identity'])
  if (resolved.loser !== undefined) live.publish([resolved.loser], [SESSION_TOPIC])
  if (resolved.isNew && invitationCode !== undefined) await refreshAfterUse(context, resolved.userId)
  return outcome
}

/**
 * Calls the operator’s hook when this identity would create an account.
 * @throws FlowFailed
 */
async function checkNewIdentity(context: IdentityContext, proof: ProviderIdentity): Promise<void> {
  const { email, provider } = proof
  if (
    email === undefined ||
    !proof.hasVerifiedEmail ||
    context.config.auth.hooks.beforeUserCreated === undefined
  )
    return
  const { rows } = await sql<{ isKnown: boolean }>`select
    exists (select from identities where provider = ${provider} and provider_id = ${proof.subject})
    or exists (select from accounts where email = ${email}) as "isKnown"`.execute(context.db)
  if (rows[0]?.isKnown === true) return
  const metadata = { full_name: proof.fullName ?? '' }
  try {
    await checkNewUser(context, { email, provider, metadata })
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    throw new FlowFailed('hook_refused', error.message, { error: 'access_denied' })
  }
}

/**
 * Links an identity while the session that requested it is live. The owner may have ended that session, because a
 * stranger had started it. With a challenge, returns a code that the app exchanges for the same session.
 * @throws FlowFailed
 */
export async function linkIdentity(
  context: IdentityContext,
  link: { proof: ProviderIdentity; userId: string; sessionId: string; codeRequest?: Wanted | undefined },
): Promise<string | undefined> {
  const { proof, userId, sessionId, codeRequest } = link
  const { db, live, now } = context
  const code = await db.transaction().execute(async (trx) => {
    // Locks the account before its session, as everywhere, to avoid deadlocks.
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute()
    const session = await trx
      .selectFrom('sessions as s')
      .innerJoin('accounts as a', 'a.id', 's.user_id')
      .select(['s.id', 'a.email_verified_at', 'a.phone_verified_at'])
      .where('s.id', '=', sessionId)
      .where('s.user_id', '=', userId)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', now())
      .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now())]))
      .where((eb) => eb.or([eb('s.assurance', '=', 'aal2'), eb('a.has_second_factor', '=', false)]))
      .forUpdate('s')
      .executeTakeFirst()
    if (session === undefined)
      throw new FlowFailed('session_not_found', FLOW_EXPIRED, { error: 'access_denied' })
    if (session.email_verified_at === null && session.phone_verified_at === null)
      throw new FlowFailed('email_not_confirmed', VERIFY_FIRST, { error: 'access_denied' })
    if ((await addIdentity(trx, { userId, proof, now: now() })) !== 'added')
      throw new FlowFailed('identity_already_exists', IDENTITY_TAKEN, { error: 'invalid_request' })
    const elsewhere = formatLinkedIdentity(context.config.auth, proof)
    await notifyOfChange(trx, context, { userId, kind: 'identity_linked', elsewhere })
    return codeRequest && issueCode(trx, context, { userId, proof, sessionId, ...codeRequest })
  })
  live.publish([userId], ['identity'])
  return code
}
