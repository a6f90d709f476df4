import type { Answer } from './answer'
import { hasBearer } from './origin-check'

/** Only the REST calls: our own pages use the others. */
const PREFIX = '/api/v1/'

type ReadableHeaders = { get(name: string): string | null }

/**
 * CORS for apps of other origins, which call /api/v1 with a bearer token. Returns the headers of the answer; empty where the browser
 * may not hand the answer to the page. Cookies never work this way: credentials are not allowed, and a request with a cookie and
 * without a token gets no headers at all.
 */
export function corsHeaders(
  path: string,
  headers: ReadableHeaders,
  allowed: readonly string[],
): Record<string, string> {
  if (allowed.length === 0 || !path.startsWith(PREFIX)) return {}
  const origin = headers.get('origin')
  const isAllowed = origin !== null && allowed.includes(origin)
  if (!isAllowed || (headers.get('cookie') !== null && !hasBearer(headers))) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after, content-disposition, etag',
  }
}

/** The answer to a preflight request of an allowed origin. */
export function preflightAnswer(
  path: string,
  { method, headers }: { method: string; headers: ReadableHeaders },
  allowed: readonly string[],
): Answer | undefined {
  if (method !== 'OPTIONS' || headers.get('access-control-request-method') === null) return undefined
  const cors = corsHeaders(path, headers, allowed)
  if (cors['access-control-allow-origin'] === undefined) return undefined
  return {
    status: 204,
    headers: {
      ...cors,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, if-none-match, x-request-id',
      'access-control-max-age': '7200',
    },
    body: '',
  }
}
