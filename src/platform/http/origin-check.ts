const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something may carry its cookies: it must come from our own pages. Other sites can make
 * a browser send our cookies, but not a bearer token, and not these two headers.
 * `ownOrigins` are the public address and the address the request was sent to.
 */
export function isOriginAllowed(
  method: string,
  headers: { get(name: string): string | null },
  ownOrigins: readonly string[],
): boolean {
  if (safe.has(method)) return true
  if (headers.get('cookie') === null) return true
  if (headers.get('authorization')?.toLowerCase().startsWith('bearer ')) return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin !== null && ownOrigins.includes(origin)
}
