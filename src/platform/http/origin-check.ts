import { createErrorResponse } from './http-response'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

type ReadableHeaders = { get(name: string): string | null }

/** Whether a request has a token, which session lookup uses instead of the cookie. */
export function hasBearer(headers: ReadableHeaders): boolean {
  return /^bearer +\S+ *$/i.test(headers.get('authorization') ?? '')
}

/**
 * Refuses a change from another site, or from a program that sends a cookie without an origin; undefined if allowed.
 * Requests without cookies are checked too: SameSite=Lax keeps cookies from another site's form, which could still sign
 * a browser in to the attacker's account. A bearer token passes, since other sites can't make a browser send one.
 * `ownOrigins` are the public URL and the URL the request was sent to.
 */
export function refuseOrigin(
  method: string,
  headers: ReadableHeaders,
  ownOrigins: readonly string[],
): 'foreign' | 'missing' | undefined {
  if (safe.has(method) || hasBearer(headers)) return undefined
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? undefined : 'foreign'
  // Browsers that don't send Sec-Fetch-Site send the origin of every POST.
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
