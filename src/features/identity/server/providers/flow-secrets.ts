import { sign } from '~/platform/secrets/derived-key'
import { getCookieName, readCookie, setCookie } from '../sessions/cookies'
import type { FlowSecrets } from './provider'

/**
 * How long a flow is valid: enough time to sign in at the provider, even if that needs a phone for two-step
 * verification.
 */
export const FLOW_MS = 10 * 60 * 1000
const COOKIE = 'b2b_flow'
// Longer than a flow, because the code of the callback is exchanged after the flow has ended.
const COOKIE_SECONDS = 20 * 60

function deriveSecret(secret: string, purpose: string, from: string): string {
  return sign(`${purpose} ${from}`, secret, 'b2b sign-in flow v1').toString('base64url')
}

export function deriveFlowSecrets(state: string, secret: string): FlowSecrets {
  return {
    state,
    nonce: deriveSecret(secret, 'nonce', state),
    verifier: deriveSecret(secret, 'verifier', state),
  }
}

/**
 * Returns the verifier of our own pages. It is derived from the browser’s HttpOnly cookie with our secret, so the
 * cookie does not reveal it.
 */
export function deriveOwnVerifier(browser: string, secret: string): string {
  return deriveSecret(secret, 'own verifier', browser)
}

/** Returns the value that the consent page’s button sends. Only a browser that showed the page can know it. */
export function deriveConsentToken(state: string, browser: string, secret: string): string {
  return deriveSecret(secret, 'consent', `${state} ${browser}`)
}

/** Returns the value of the browser's flow cookie, which its tabs share; undefined if there is none. */
export function findBrowserToken(headers: Headers, isSecure: boolean): string | undefined {
  const value = readCookie(headers.get('cookie'), getCookieName(COOKIE, isSecure))
  return /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Returns the Set-Cookie header of the flow cookie. */
export function formatBrowserCookie(browser: string, isSecure: boolean): string {
  return setCookie(COOKIE, browser, { seconds: COOKIE_SECONDS, isSecure })
}
