const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])
const MAX_LENGTH = 2000

/**
 * Returns the redirect target an app asked for if it is under `publicUrl` or listed in AUTH_FILE, otherwise
 * `publicUrl`. The result is normalized as a browser would.
 */
export function resolveRedirect(
  { redirects }: { redirects: readonly string[] },
  publicUrl: string,
  given: string | null | undefined,
): string {
  if (given == null || given.length > MAX_LENGTH || !URL.canParse(given)) return publicUrl
  const url = new URL(given)
  // Refuses URLs with credentials, because `https://app.example@elsewhere.example` leads to elsewhere.example.
  if (NEVER.has(url.protocol) || url.username !== '' || url.password !== '') return publicUrl
  const isAllowed =
    isOwnAddress(publicUrl, url.href) || redirects.some((pattern) => isPatternMatch(pattern, url))
  return isAllowed ? url.href : publicUrl
}

/** Returns whether a URL leads to one of our own pages. */
export function isOwnAddress(publicUrl: string, address: string): boolean {
  const [own, url] = [new URL(publicUrl), new URL(address)]
  const folder = own.pathname.replace(/\/$/, '')
  return own.origin === url.origin && (url.pathname === folder || url.pathname.startsWith(`${folder}/`))
}

/**
 * `*` matches one segment of a path or host; `**` matches the rest of a path. Host and path are compared separately.
 */
function isPatternMatch(pattern: string, url: URL): boolean {
  const web = /^(https?:)\/\/([^/?#]+)(.*)$/i.exec(pattern)
  if (web === null)
    return url.protocol !== 'https:' && url.protocol !== 'http:' && createGlob(pattern, '/?#').test(url.href)
  const [, protocol = '', host = '', rest = ''] = web
  if (url.protocol !== protocol.toLowerCase() || !createGlob(host.toLowerCase(), '.:', false).test(url.host))
    return false
  return createGlob(rest === '' ? '/' : rest, '/?#').test(`${url.pathname}${url.search}${url.hash}`)
}

function createGlob(pattern: string, separators: string, hasRest = true): RegExp {
  const part = `[^${separators}]*`
  const source = pattern
    .split(/(\*+)/)
    .map((piece) => {
      if (!piece.startsWith('*')) return piece.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      return hasRest && piece.length > 1 ? '.*' : part
    })
    .join('')
  return new RegExp(`^${source}$`, 'u')
}
