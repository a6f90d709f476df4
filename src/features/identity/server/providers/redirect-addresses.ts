/** The error in the URL that an app is redirected to. */
export interface Failure {
  /** The OAuth error code, RFC 6749 section 4.1.2.1. */
  error: string
  /** GoTrue's error code. */
  code: string
  /** Shown to people; contains no external text. */
  description: string
}

/**
 * Adds the tokens as `#access_token=…`, because browsers send no fragment to a server. `type` is the kind of link, such
 * as recovery.
 */
export function withTokens(redirectTo: string, tokens: Record<string, unknown>, type?: string): string {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']
  const fragment = new URLSearchParams(names.map((name) => [name, String(tokens[name])]))
  if (type !== undefined) fragment.set('type', type)
  for (const name of ['provider_token', 'provider_refresh_token'])
    if (typeof tokens[name] === 'string') fragment.set(name, tokens[name])
  const url = new URL(redirectTo)
  url.hash = fragment.toString()
  return url.href
}

/** Adds `?code=…`, and removes parameters of an earlier flow. */
export function withCode(redirectTo: string, code: string): string {
  const url = new URL(redirectTo)
  url.hash = ''
  url.searchParams.set('code', code)
  return url.href
}

/** Adds the name of the linked provider, for our own pages. */
export function withLinked(redirectTo: string, provider: string): string {
  const url = new URL(redirectTo)
  url.searchParams.set('linked', provider)
  return url.href
}

/**
 * Adds an error to the query, for our own pages and the servers of apps. Unless `isOwn`, also adds it to the fragment,
 * where clients read it.
 */
export function withError(
  redirectTo: string,
  { error, code, description }: Failure,
  { isOwn = false }: { isOwn?: boolean } = {},
): string {
  const url = new URL(redirectTo)
  const parameters = { error, error_code: code, error_description: description }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.hash = isOwn ? '' : new URLSearchParams(parameters).toString()
  return url.href
}
