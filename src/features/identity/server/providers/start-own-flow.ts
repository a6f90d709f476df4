import { findLocalPath } from '../../rules/home-path'
import type { IdentityContext } from '../context'
import { isSecureSite } from '../sessions/cookies'
import { createCodeChallenge } from './pkce'
import { findProvider } from './find-provider'
import { getOwnCallbackUrl } from './finish-flow'
import { generateToken } from '../tokens/random-token'
import { formatBrowserCookie, findBrowserToken, deriveOwnVerifier } from './flow-secrets'
import { findAuthorizationAddress, startFlow } from './flow'
import { FlowFailed } from './provider'
import { consumeBudget } from '../limits/action-limits'

/**
 * Starts a flow for our own pages: sets the browser’s cookie and returns where to redirect it. The callback exchanges
 * its code with a verifier that is derived from the same cookie. `next` is our page to open afterwards.
 * @throws TOO_MANY_REQUESTS
 */
export async function startOwnFlow(
  context: IdentityContext,
  request: {
    provider: string
    next?: string | undefined
    invitationCode?: string | undefined
    linkTo?: { userId: string; sessionId: string }
    email?: string
  },
): Promise<{ url: string } | 'unknown' | 'silent'> {
  const { config, limits, ip, requestHeaders, responseHeaders, secret } = context
  await consumeBudget(limits, 'provider_ip', ip)
  const idp = findProvider(context, request.provider)
  if (idp === undefined) return 'unknown'
  const browser = findBrowserToken(requestHeaders, isSecureSite(context)) ?? generateToken()
  const redirectTo = new URL(getOwnCallbackUrl(config.publicUrl))
  const next = findLocalPath(request.next)
  if (next !== undefined) redirectTo.searchParams.set('next', next)
  const wishes =
    request.email === undefined ? undefined : { scopes: [], parameters: { login_hint: request.email } }
  const { state } = await startFlow(context, {
    provider: request.provider,
    redirectTo: redirectTo.href,
    challenge: createCodeChallenge(deriveOwnVerifier(browser, secret)),
    linkTo: request.linkTo,
    invitationCode: request.invitationCode,
    isOwn: true,
    wishes,
    browser,
  })
  try {
    const url = await findAuthorizationAddress(context, { idp, state, wishes })
    responseHeaders.append('set-cookie', formatBrowserCookie(browser, isSecureSite(context)))
    return { url }
  } catch (failure) {
    if (!(failure instanceof FlowFailed)) throw failure
    context.log.warn({ err: failure.cause, provider: request.provider }, 'a provider failed')
    return 'silent'
  }
}
