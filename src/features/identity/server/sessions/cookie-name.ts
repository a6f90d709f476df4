/** Whether this house is reached over https. */
export function isSecure({ config }: { config: { publicUrl: string } }): boolean {
  return config.publicUrl.startsWith('https:')
}

/**
 * What a cookie of ours is called. Over https with a prefix that a browser lets nobody but this very host set, and only over https:
 * otherwise a neighbour on a sibling domain could plant their own session, or their half of a provider's flow, in somebody's
 * browser. Over plain http (a demo on localhost) no browser would take the prefix. The other name is not read: that would let it in again.
 */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** The value of a cookie in a Cookie header, '' when there is none. */
export function readCookie(header: string | null, name: string): string {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return ''
}

/** Set-Cookie. Lax: links from a mail and the way back from a provider bring it along, forms of other sites do not. */
export function setCookie(
  name: string,
  value: string,
  { seconds, isSecure }: { seconds: number; isSecure: boolean },
): string {
  return `${cookieName(name, isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
