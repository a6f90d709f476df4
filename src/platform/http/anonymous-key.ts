// Random searches must not crowd out the pages that everybody asks for.
const LONGEST = 300

/**
 * The key of a page that may be served to many, or undefined when it may not: only reading, only the paths the product
 * names, only people without a session. Such a page may depend on two cookies: `theme`, and `notice`, which notice was put away.
 */
export function anonymousKey(
  request: {
    method: string | undefined
    url: string
    cookie: string | undefined
    authorization: string | undefined
  },
  rules: { isCacheablePath: (path: string) => boolean; sessionCookie: string },
): { key: string; cookie: string } | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  if (request.authorization !== undefined || request.url.length > LONGEST) return undefined
  if (!rules.isCacheablePath(request.url.split('?', 1)[0] ?? '')) return undefined
  let theme = ''
  let notice = ''
  for (const part of request.cookie?.split(';') ?? []) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name === rules.sessionCookie || name === `__Host-${rules.sessionCookie}`) return undefined
    if (name === 'theme' && /^[a-z]{1,10}$/.test(value)) theme = value
    if (name === 'notice' && /^[a-z0-9]{1,7}$/.test(value)) notice = value
  }
  const cookies = [theme && `theme=${theme}`, notice && `notice=${notice}`].filter(Boolean)
  return { key: `${theme} ${notice} ${request.url}`, cookie: cookies.join('; ') }
}
