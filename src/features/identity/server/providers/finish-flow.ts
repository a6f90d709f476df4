import { sql } from 'kysely'
import { isDatabaseUnavailable } from '~/lib/database-unavailable'
import { FLOW_EXPIRED } from '../../rules/provider-sentences'
import type { IdentityContext } from '../context'
import { isSecureSite } from '../sessions/cookies'
import { findProvider } from './find-provider'
import { findFlow, type Flow } from './flow'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashToken } from '../tokens/random-token'
import { findBrowserToken, deriveFlowSecrets } from './flow-secrets'
import { withCode, withError, withLinked, withTokens } from './redirect-addresses'
import { toClientTokens } from './provider-tokens'
import { issueCodeForIdentity, linkIdentity, signInWithIdentity } from './sign-in-with-identity'
import { FlowFailed, type ProviderIdentity } from './provider'
import { consumeBudget } from '../limits/action-limits'

type CreateTokens = (sessionId: string) => Promise<Record<string, unknown>>

/** Returns the URL of our own callback page, for flows that no app started. */
export function getOwnCallbackUrl(publicUrl: string): string {
  return `${publicUrl}/auth/callback`
}

/**
 * Handles the callback of a provider and returns where to redirect the browser. Errors are passed in that URL, which
 * may be an app's. In a browser that did not start the flow, the error is shown on our own page, because a stranger
 * may own the app. `createTokens` returns the tokens of a session for an app.
 * @throws TOO_MANY_REQUESTS
 */
export async function finishFlow(
  context: IdentityContext,
  response: URLSearchParams,
  createTokens: CreateTokens,
): Promise<string> {
  const { db, limits, ip, config, requestHeaders } = context
  await consumeBudget(limits, 'provider_ip', ip)
  const state = response.get('state')
  const flow = await findFlow(db, state)
  const browser = findBrowserToken(requestHeaders, isSecureSite(context))
  const isTheirs =
    flow?.browserHash !== undefined &&
    browser !== undefined &&
    isSameSecret(flow.browserHash, hashToken(browser))
  const fail = (failure: FlowFailed) =>
    withError(
      isTheirs ? flow.redirectTo : getOwnCallbackUrl(config.publicUrl),
      { error: failure.error, code: failure.code, description: failure.message },
      { isOwn: !isTheirs || flow.payload.isOwn === true },
    )
  try {
    if (flow === undefined || state === null || !isTheirs)
      throw new FlowFailed('bad_oauth_state', FLOW_EXPIRED, { error: 'invalid_request' })
    await claimFlow(context, flow)
    const proof = flow.payload.proof ?? (await identifyPerson(context, { flow, state, response }))
    return await completeFlow(context, { flow, proof, createTokens })
  } catch (error) {
    if (error instanceof FlowFailed) {
      if (error.cause !== undefined)
        context.log.warn({ err: error.cause, provider: flow?.provider }, 'a provider failed')
      return fail(error)
    }
    // The flow has not been claimed, so the browser can retry the same URL.
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ err: error, requestId: context.requestId }, 'a provider callback failed')
    return fail(new FlowFailed('unexpected_failure', 'Something went wrong on our side. Try again.'))
  }
}

/** Claims the flow. Of concurrent callbacks with the same state, only one succeeds. */
async function claimFlow({ db, now }: IdentityContext, flow: Flow): Promise<void> {
  if (flow.expiresAt <= now())
    throw new FlowFailed('flow_state_expired', FLOW_EXPIRED, { error: 'access_denied' })
  const claimed = await db
    .updateTable('sign_in_flows')
    // The identity is removed from the stored flow, because it is either used now or discarded.
    .set({ used_at: now(), payload: sql`payload - 'proof'` })
    .where('id', '=', flow.id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n)
    throw new FlowFailed('bad_oauth_state', FLOW_EXPIRED, { error: 'invalid_request' })
}

async function identifyPerson(
  context: IdentityContext,
  { flow, state, response }: { flow: Flow; state: string; response: URLSearchParams },
): Promise<ProviderIdentity> {
  const idp = findProvider(context, flow.provider)
  if (idp?.identify === undefined)
    throw new FlowFailed('bad_oauth_callback', FLOW_EXPIRED, { error: 'invalid_request' })
  const error = response.get('error')
  // The provider’s own text is never shown, because anyone can write a URL with any text.
  if (error === 'access_denied' || error?.startsWith('user_cancelled'))
    throw new FlowFailed('bad_oauth_callback', `You canceled signing in with ${idp.label}.`, {
      error: 'access_denied',
    })
  if (error !== null)
    throw new FlowFailed(
      'bad_oauth_callback',
      `${idp.label} could not sign you in. Try again, or use another sign-in method.`,
    )
  return idp.identify(deriveFlowSecrets(state, context.secret), response, { fullName: flow.payload.fullName })
}

async function completeFlow(
  context: IdentityContext,
  { flow, proof, createTokens }: { flow: Flow; proof: ProviderIdentity; createTokens: CreateTokens },
): Promise<string> {
  const { challenge, redirectTo, payload, linkTo: userId, provider } = flow
  const { invitationCode, sessionId, isOwn = false } = payload
  const hasRequested = (payload.wishes?.scopes.length ?? 0) > 0
  const tokens = hasRequested ? proof.tokens : undefined
  const codeRequest = challenge && { challenge, tokens }
  if (userId !== undefined && sessionId !== undefined) {
    // Our own pages keep the session of their cookie, so they need no code.
    const code = await linkIdentity(context, {
      proof,
      userId,
      sessionId,
      codeRequest: isOwn ? undefined : codeRequest,
    })
    if (isOwn) return withLinked(redirectTo, provider)
    if (code !== undefined) return withCode(redirectTo, code)
    return withTokens(redirectTo, { ...(await createTokens(sessionId)), ...toClientTokens(tokens) })
  }
  if (codeRequest !== undefined)
    return withCode(
      redirectTo,
      await issueCodeForIdentity(context, proof, { ...codeRequest, invitationCode }),
    )
  const opened = await signInWithIdentity(context, proof, invitationCode)
  return withTokens(redirectTo, {
    ...(await createTokens(opened.sessionId)),
    ...toClientTokens(tokens),
  })
}
