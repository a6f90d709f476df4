import { sign } from '~/platform/secrets/derived-key'
import { getCookieName, readCookie, setCookie } from '../sessions/cookies'
import type { FlowSecrets } from './provider'

/** Long enough for a person to sign in at the provider and to find their phone meanwhile. */
export const FLOW_MS = 10 * 60 * 1000
const COOKIE = 'b2b_flow'
// The code of the callback is exchanged after the flow ended, so the cookie lasts longer.
const COOKIE_SECONDS = 20 * 60

function derive(secret: string, purpose: string, from: string): string {
  return sign(`${purpose} ${from}`, secret, 'b2b sign-in flow v1').toString('base64url')
}

export function deriveSecrets(state: string, secret: string): FlowSecrets {
  return { state, nonce: derive(secret, 'nonce', state), verifier: derive(secret, 'verifier', state) }
}

/** Returns the verifier of our own pages: derived from the browser’s HttpOnly cookie, and not readable from it. */
export function deriveOwnVerifier(browser: string, secret: string): string {
  return derive(secret, 'own verifier', browser)
}

/** Returns the value of the consent page’s button: only someone who saw the page can send it. */
export function deriveConsent(state: string, browser: string, secret: string): string {
  return derive(secret, 'consent', `${state} ${browser}`)
}

/** Returns the browser's part of its flow secrets; undefined when it has none. Several tabs share it. */
export function findBrowser(headers: Headers, isSecure: boolean): string | undefined {
  const value = readCookie(headers.get('cookie'), getCookieName(COOKIE, isSecure))
  return /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Returns the Set-Cookie header. */
export function formatBrowserCookie(browser: string, isSecure: boolean): string {
  return setCookie(COOKIE, browser, { seconds: COOKIE_SECONDS, isSecure })
}
