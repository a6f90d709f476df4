export function isSecureSite({ config }: { config: { publicUrl: string } }): boolean {
  return config.publicUrl.startsWith('https:')
}

/**
 * Returns the full name of a cookie. Over https, the name has a prefix that browsers accept from this host only.
 * Otherwise a sibling domain could plant its own session, or its own sign-in flow, in a person's browser. Browsers
 * refuse the prefix over plain http, as in a demo on localhost. Over https, the name without the prefix is not read.
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
