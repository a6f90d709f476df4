export function isSecure({ config }: { config: { publicUrl: string } }): boolean {
  return config.publicUrl.startsWith('https:')
}

/**
 * Returns the full name of a cookie. Over https it has a prefix that a browser accepts from this host only: otherwise a
 * sibling domain could plant its own session, or its part of a provider's flow, in a person's browser. Over plain http
 * (a demo on localhost) browsers refuse the prefix. The name without the prefix isn't read over https, or it could be
 * planted again.
 */
export function getCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** Returns the value of a cookie in a Cookie header, '' if missing. */
export function readCookie(header: string | null, name: string): string {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return ''
}

/**
 * Returns a Set-Cookie header. Lax: links in emails and redirects from a provider send the cookie, cross-site form
 * posts don't.
 */
export function setCookie(
  name: string,
  value: string,
  { seconds, isSecure }: { seconds: number; isSecure: boolean },
): string {
  return `${getCookieName(name, isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
