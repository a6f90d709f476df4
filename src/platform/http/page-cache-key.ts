import { OFFERED_LANGUAGES, readLanguageCookie } from '~/i18n/language'
import { findRequestLanguage } from '~/i18n/server/language-scope'

// In characters. Pages with a longer URL aren't cached, so that random searches don't evict popular pages.
const LONGEST = 300
// Parameters that newsletters, ads and social networks add to links. The server reads none of them.
const TRACKING =
  // cspell:disable-next-line
  /^(?:utm_\w+|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|ttclid|twclid|yclid|igsh|igshid|li_fat_id|mc_[ce]id|_hsenc|_hsmi)$/i

export interface PageCacheKey {
  key: string
  cookie: string
  url: string
  /** Whether the visitor has chosen no language or theme and closed no notice. */
  isDefault: boolean
}

/**
 * Returns the cache key of a page, and the cookie and URL to render it with; undefined if the page can't be shared.
 * Only GET and HEAD requests by visitors without a session share pages. A shared page depends on at most three cookies:
 * `theme`, `notice` (the notice that was closed) and `language`.
 */
export function findPageCacheKey(
  request: {
    method: string | undefined
    url: string
    cookie: string | undefined
    acceptLanguage: string | undefined
    authorization: string | undefined
  },
  rules: { isCacheablePath: (path: string) => boolean; sessionCookie: string },
): PageCacheKey | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  if (request.authorization !== undefined) return undefined
  const url = removeTrackingParameters(request.url)
  if (url.length > LONGEST || !rules.isCacheablePath(url.split('?', 1)[0] ?? '')) return undefined
  let theme = ''
  let notice = ''
  for (const part of request.cookie?.split(';') ?? []) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name === rules.sessionCookie || name === `__Host-${rules.sessionCookie}`) return undefined
    if (name === 'theme' && /^[a-z]{1,10}$/.test(value)) theme = value
    if (name === 'notice' && /^[a-z0-9]{1,7}$/.test(value)) notice = value
  }
  const language = findRequestLanguage(request.cookie ?? '', request.acceptLanguage ?? null)
  const cookies = [`language=${language}`, theme && `theme=${theme}`, notice && `notice=${notice}`].filter(
    Boolean,
  )
  const isDefault =
    readLanguageCookie(request.cookie ?? '', OFFERED_LANGUAGES) === undefined && !theme && !notice
  return { key: `${language} ${theme} ${notice} ${url}`, cookie: cookies.join('; '), url, isDefault }
}

function removeTrackingParameters(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const all = url.slice(at + 1).split('&')
  const rest = all.filter((parameter) => !TRACKING.test(parameter.split('=', 1)[0] ?? ''))
  if (rest.length === all.length) return url
  return rest.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${rest.join('&')}`
}
