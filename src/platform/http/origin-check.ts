const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from our own pages, or from a program that is no browser. Asked without
 * cookies too: SameSite=Lax keeps them from the form of another site, and that form could still sign somebody in to an
 * account that is not theirs. A bearer token passes, since other sites cannot make a browser send one.
 * `ownOrigins` are the public address and the address the request was sent to.
 */
export function isOriginAllowed(
  method: string,
  headers: { get(name: string): string | null },
  ownOrigins: readonly string[],
): boolean {
  if (safe.has(method)) return true
  if (headers.get('authorization')?.toLowerCase().startsWith('bearer ')) return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  // Browsers that do not send Sec-Fetch-Site name the origin of every POST.
  const origin = headers.get('origin')
  return origin === null ? headers.get('cookie') === null : ownOrigins.includes(origin)
}
