import type { Wishes } from '../ways/way'

// What an app may say to a provider. Everything else in the address is ours.
const NAMES = [
  'prompt',
  'login_hint',
  'hd',
  'domain_hint',
  'ui_locales',
  'access_type',
  'include_granted_scopes',
  'auth_type',
  'show_dialog',
  'allow_signup',
]
// PostgreSQL's JSON holds no NUL and no half of a pair.
const PLAIN = /^[^\p{Cc}\p{Cs}]{1,200}$/u
const SCOPE = /^[\w:./-]{1,100}$/

/** What an app adds to the way: scopes, separated by blanks or commas, and parameters such as prompt=consent. */
export function wishesOf(search: URLSearchParams): Wishes | undefined {
  const scopes = (search.get('scopes') ?? '').split(/[\s,]+/).filter((scope) => SCOPE.test(scope))
  const parameters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search.get(name)
      return value !== null && PLAIN.test(value) ? [[name, value]] : []
    }),
  )
  if (scopes.length === 0 && Object.keys(parameters).length === 0) return undefined
  return { scopes: scopes.slice(0, 20), parameters }
}
