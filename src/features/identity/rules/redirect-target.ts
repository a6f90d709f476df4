const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'view-source:'])
const LONGEST = 2000

/**
 * Where an app asks to be led back to, when it may: under `publicUrl`, or an address that the operator wrote down in
 * AUTH_FILE. Everything else is `publicUrl`, as is nothing. The answer is the address as a browser would read it.
 */
export function allowedRedirect(
  { redirects }: { redirects: readonly string[] },
  publicUrl: string,
  given: string | null | undefined,
): string {
  if (given == null || given.length > LONGEST || !URL.canParse(given)) return publicUrl
  const url = new URL(given)
  // `https://app.example@elsewhere.example` only looks like the first of the two.
  if (NEVER.has(url.protocol) || url.username !== '' || url.password !== '') return publicUrl
  const isAllowed = isOwnAddress(publicUrl, url.href) || redirects.some((pattern) => matches(pattern, url))
  return isAllowed ? url.href : publicUrl
}

/** Whether an address is one of our own pages. */
export function isOwnAddress(publicUrl: string, address: string): boolean {
  const [own, url] = [new URL(publicUrl), new URL(address)]
  const folder = own.pathname.replace(/\/$/, '')
  return own.origin === url.origin && (url.pathname === folder || url.pathname.startsWith(`${folder}/`))
}

/** `*` is a part of a path, or of a host between two dots; `**` is the rest of a path. A host is never matched by a path. */
function matches(pattern: string, url: URL): boolean {
  const web = /^(https?:)\/\/([^/?#]+)(.*)$/i.exec(pattern)
  if (web === null)
    return url.protocol !== 'https:' && url.protocol !== 'http:' && glob(pattern, '/?#').test(url.href)
  const [, protocol = '', host = '', rest = ''] = web
  if (url.protocol !== protocol.toLowerCase() || !glob(host.toLowerCase(), '.:', false).test(url.host))
    return false
  return glob(rest === '' ? '/' : rest, '/?#').test(`${url.pathname}${url.search}${url.hash}`)
}

function glob(pattern: string, separators: string, hasRest = true): RegExp {
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
