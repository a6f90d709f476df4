import { isId } from '~/lib/ids'
import { isSigned, sign } from '~/platform/secrets/derived-key'
import { getCookieName, readCookie, setCookie } from './cookies'

/** Over https the name gets a prefix, see cookies.ts. */
export const SESSION_COOKIE = 'b2b_session'

const LABEL = 'b2b_session cookie v1'

// The database decides when a session ends, so the cookie only has to last longer. Browsers limit it to 400 days.
const COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * Returns '<session id>.<signature>' for the cookie. The id alone is not accepted, so a leaked log or backup contains
 * no usable sessions.
 */
export function sealSessionId(sessionId: string, secret: string): string {
  return `${sessionId}.${sign(sessionId, secret, LABEL).toString('base64url')}`
}

/**
 * Returns the session id of a value that sealSessionId created with this or the previous secret; undefined for anything
 * else.
 */
export function findSessionId(value: string, secret: string): string | undefined {
  const dot = value.indexOf('.')
  const sessionId = value.slice(0, dot)
  if (dot < 0 || !isId(sessionId)) return undefined
  return isSigned(sessionId, value.slice(dot + 1), secret, LABEL) ? sessionId : undefined
}

/** Returns the value of our cookie in a Cookie header, '' if missing. */
export function readSessionCookie(header: string | null, isSecure: boolean): string {
  return readCookie(header, getCookieName(SESSION_COOKIE, isSecure))
}

/** Returns the Set-Cookie header for a session. */
export function formatSessionCookie(value: string, isSecure: boolean): string {
  return setCookie(SESSION_COOKIE, value, { seconds: COOKIE_SECONDS, isSecure })
}

/** Returns the Set-Cookie header that removes the session cookie. */
export function formatEndedSessionCookie(isSecure: boolean): string {
  return setCookie(SESSION_COOKIE, '', { seconds: 0, isSecure })
}
