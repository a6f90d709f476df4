export type Role = 'admin' | 'moderator' | 'user' | 'customer'

/**
 * Returns the landing path of a signed-in person. Roles add up: a member who also buys tickets is still a
 * member.
 */
export function getHomePath(roles: readonly Role[]): '/admin' | '/dashboard' | '/customer/dashboard' {
  if (roles.includes('admin')) return '/admin'
  if (roles.includes('moderator') || roles.includes('user')) return '/dashboard'
  return roles.includes('customer') ? '/customer/dashboard' : '/dashboard'
}

/**
 * Returns `next` if it is a path of this site, else undefined. Refuses other origins, `//host`, `/\host` (browsers read
 * the backslash as a slash), control characters (browsers drop them), and /auth itself, which would be a loop.
 */
export function findLocalPath(next: string | undefined): string | undefined {
  if (next === undefined || next.length > 2000 || !next.startsWith('/')) return undefined
  if (/[\\\p{Cc}]/u.test(next)) return undefined
  const base = 'http://local.invalid'
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined
  if (url === undefined || url.origin !== base) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  // '/.//host' becomes '//host', which names another host when it is resolved again.
  if (path.startsWith('//')) return undefined
  return isUnder(url.pathname, '/auth') || isUnder(url.pathname, '/api') ? undefined : path
}

export function canOpenPath(path: string, roles: readonly Role[]): boolean {
  const pathname = path.split(/[?#]/)[0] ?? path
  return !isUnder(pathname, '/admin') || roles.includes('admin')
}

/** Returns where to go after signing in: the requested path if the person may open it, otherwise their home. */
export function getLandingPath(roles: readonly Role[], next?: string): string {
  const path = findLocalPath(next)
  return path !== undefined && canOpenPath(path, roles) ? path : getHomePath(roles)
}

function isUnder(pathname: string, folder: string): boolean {
  const lower = pathname.toLowerCase()
  return lower === folder || lower.startsWith(`${folder}/`)
}
