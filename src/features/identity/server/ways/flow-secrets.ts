import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieName, readCookie, setCookie } from '../sessions/cookie-name'
import type { FlowSecrets } from './way'

/** Long enough for a person to sign in somewhere and to look for their phone meanwhile. */
export const FLOW_MS = 10 * 60 * 1000
const COOKIE = 'b2b_flow'
// The code of the way back is traded after the flow is over.
const COOKIE_SECONDS = 20 * 60

const keys = new Map<string, Buffer>()

function keyFrom(secret: string): Buffer {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'b2b sign-in flow v1', 32))
  keys.set(secret, key)
  return key
}

function derive(secret: string, purpose: string, from: string): string {
  return createHmac('sha256', keyFrom(secret)).update(`${purpose} ${from}`).digest('base64url')
}

/** 256 random bits: a state, a browser's half, a code. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a random token; see hash-token.ts on why no slow hash. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function secretsOf(state: string, secret: string): FlowSecrets {
  return { state, nonce: derive(secret, 'nonce', state), verifier: derive(secret, 'verifier', state) }
}

/** The verifier of our own pages: in the same HttpOnly cookie as the browser's half, and yet not readable from it. */
export function ownVerifier(browser: string, secret: string): string {
  return derive(secret, 'own verifier', browser)
}

/** What the button of a page of ours says, so that only whoever saw the page can have pressed it. */
export function consentOf(state: string, browser: string, secret: string): string {
  return derive(secret, 'consent', `${state} ${browser}`)
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The browser's half of its flows; undefined when it has none. Several tabs share it. */
export function findBrowser(headers: Headers, isSecure: boolean): string | undefined {
  const value = readCookie(headers.get('cookie'), cookieName(COOKIE, isSecure))
  return /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Set-Cookie. */
export function browserCookie(browser: string, isSecure: boolean): string {
  return setCookie(COOKIE, browser, { seconds: COOKIE_SECONDS, isSecure })
}
