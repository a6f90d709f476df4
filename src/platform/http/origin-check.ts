import { problemAnswer } from './answer'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

type ReadableHeaders = { get(name: string): string | null }

/** Whether a request has a token that the session lookup will use instead of the cookie. */
export function hasBearer(headers: ReadableHeaders): boolean {
  return /^bearer +\S+ *$/i.test(headers.get('authorization') ?? '')
}

/**
 * Refuses a change that comes from another site, or from a program that sends a cookie and no origin; undefined when it may go on.
 * Requests without cookies are checked too: SameSite=Lax keeps cookies from the form of another site, and that form could still sign
 * a browser in to the attacker's account. A bearer token passes, since other sites cannot make a browser send one.
 * `ownOrigins` are the public address and the address the request was sent to.
 */
export function refuseOrigin(
  method: string,
  headers: ReadableHeaders,
  ownOrigins: readonly string[],
): 'foreign' | 'missing' | undefined {
  if (safe.has(method) || hasBearer(headers)) return undefined
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? undefined : 'foreign'
  // Browsers that do not send Sec-Fetch-Site name the origin of every POST.
  const origin = headers.get('origin')
  if (origin === null) return headers.get('cookie') === null ? undefined : 'missing'
  return ownOrigins.includes(origin) ? undefined : 'foreign'
}

export const originRefusals = {
  foreign: problemAnswer(
    403,
    'FOREIGN_ORIGIN',
    'This request came from another site, so it was not carried out. Open the page itself and try again.',
  ),
  missing: problemAnswer(
    403,
    'ORIGIN_REQUIRED',
    'A change with a cookie needs an Origin header. Send the address of this site as Origin, or use a bearer token instead of the cookie.',
  ),
}
