import { createErrorResponse } from './http-response'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

type ReadableHeaders = { get(name: string): string | null }

/** Whether a request has a bearer token. The session is then found by the token, not by the cookie. */
export function hasBearerToken(headers: ReadableHeaders): boolean {
  return /^bearer +\S+ *$/i.test(headers.get('authorization') ?? '')
}

/**
 * Returns why a changing request is refused; undefined if it is allowed. Refused are requests from another site, and
 * from a program that sends a cookie without an origin. Requests without cookies are checked, too: browsers omit our
 * cookie from another site's form (SameSite=Lax), but the form could still sign them in to the attacker's account. A
 * bearer token passes, because other sites can't make a browser send one. `ownOrigins` are the public URL and the URL
 * that the request was sent to.
 */
export function findOriginProblem(
  method: string,
  headers: ReadableHeaders,
  ownOrigins: readonly string[],
): 'foreign' | 'missing' | undefined {
  if (safe.has(method) || hasBearerToken(headers)) return undefined
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? undefined : 'foreign'
  // Browsers that don't send Sec-Fetch-Site send an Origin with every POST.
  const origin = headers.get('origin')
  if (origin === null) return headers.get('cookie') === null ? undefined : 'missing'
  return ownOrigins.includes(origin) ? undefined : 'foreign'
}

export const originErrors = {
  foreign: createErrorResponse(
    403,
    'FOREIGN_ORIGIN',
    'This request came from another site, so it was not carried out. Open the page itself and try again.',
  ),
  missing: createErrorResponse(
    403,
    'ORIGIN_REQUIRED',
    'A change with a cookie needs an Origin header. Send this site’s origin, or use a bearer token instead of the cookie.',
  ),
}
