import { findLocalPath } from '../../rules/home-path'
import type { IdentityContext } from '../context'
import { isSecure } from '../sessions/cookies'
import { challengeOf } from './challenge'
import { findProvider } from './find-provider'
import { ownCallback } from './finish-flow'
import { newToken } from '../tokens/random-token'
import { browserCookie, findBrowser, ownVerifier } from './flow-secrets'
import { findAuthorizationAddress } from './authorization-address'
import { startFlow } from './start-flow'
import { FlowFailed } from './provider'

/**
 * Starts a flow for our own pages: sets the browser’s cookie and returns where to redirect it. The callback exchanges
 * its code with a verifier that is derived from the same cookie. `next` is our page to open afterwards.
 * @throws TOO_MANY_REQUESTS
 */
export async function startOwnFlow(
  context: IdentityContext,
  asked: {
    provider: string
    next?: string | undefined
    invitationCode?: string | undefined
    linkTo?: { userId: string; sessionId: string }
    email?: string
  },
): Promise<{ url: string } | 'unknown' | 'silent'> {
  const { config, limits, ip, requestHeaders, responseHeaders, secret } = context
  await limits.consume('provider_ip', ip, { points: 240, seconds: 600 })
  const idp = findProvider(context, asked.provider)
  if (idp === undefined) return 'unknown'
  const browser = findBrowser(requestHeaders, isSecure(context)) ?? newToken()
  const redirectTo = new URL(ownCallback(config.publicUrl))
  const next = findLocalPath(asked.next)
  if (next !== undefined) redirectTo.searchParams.set('next', next)
  const wishes =
    asked.email === undefined ? undefined : { scopes: [], parameters: { login_hint: asked.email } }
  const { state } = await startFlow(context, {
    provider: asked.provider,
    redirectTo: redirectTo.href,
    challenge: challengeOf(ownVerifier(browser, secret)),
    linkTo: asked.linkTo,
    invitationCode: asked.invitationCode,
    isOwn: true,
    wishes,
    browser,
  })
  try {
    const url = await findAuthorizationAddress(context, { idp, state, wishes })
    responseHeaders.append('set-cookie', browserCookie(browser, isSecure(context)))
    return { url }
  } catch (failure) {
    if (!(failure instanceof FlowFailed)) throw failure
    context.log.warn({ err: failure.cause, provider: asked.provider }, 'a provider failed')
    return 'silent'
  }
}
