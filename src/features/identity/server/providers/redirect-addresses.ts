/** The error in the address that an app is redirected to. */
export interface Failure {
  /** OAuth's word, RFC 6749 section 4.1.2.1. */
  error: string
  /** GoTrue's. */
  code: string
  /** For people; contains no text of strangers. */
  description: string
}

/** `#access_token=…`: a fragment is sent to no server. `type` says after what, such as recovery. */
export function withTokens(redirectTo: string, answer: Record<string, unknown>, type?: string): string {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']
  const fragment = new URLSearchParams(names.map((name) => [name, String(answer[name])]))
  if (type !== undefined) fragment.set('type', type)
  for (const name of ['provider_token', 'provider_refresh_token'])
    if (typeof answer[name] === 'string') fragment.set(name, answer[name])
  const url = new URL(redirectTo)
  url.hash = fragment.toString()
  return url.href
}

/** `?code=…`, without anything that an earlier flow left in the address. */
export function withCode(redirectTo: string, code: string): string {
  const url = new URL(redirectTo)
  url.hash = ''
  url.searchParams.set('code', code)
  return url.href
}

/** For our own pages, whose session continues. */
export function withLinked(redirectTo: string, provider: string): string {
  const url = new URL(redirectTo)
  url.searchParams.set('linked', provider)
  return url.href
}

/** In the query, where servers of apps and our own pages read it, and unless `isOwn` in the fragment as well, where clients do. */
export function withError(
  redirectTo: string,
  { error, code, description }: Failure,
  { isOwn = false }: { isOwn?: boolean } = {},
): string {
  const url = new URL(redirectTo)
  const said = { error, error_code: code, error_description: description }
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value)
  url.hash = isOwn ? '' : new URLSearchParams(said).toString()
  return url.href
}
