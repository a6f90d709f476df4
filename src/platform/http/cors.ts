import type { HttpResponse } from './http-response'
import { hasBearerToken } from './origin-check'

/** The path of REST calls. Our own pages call /api/rpc instead. */
const PREFIX = '/api/v1/'

type ReadableHeaders = { get(name: string): string | null }

/**
 * Returns the CORS headers for apps of other origins, which call /api/v1 with a bearer token. Without them, a browser
 * doesn't give the response to the page. Cookies are never allowed: a request with a cookie and without a token gets no
 * such headers.
 */
export function getCorsHeaders(
  path: string,
  headers: ReadableHeaders,
  allowed: readonly string[],
): Record<string, string> {
  if (allowed.length === 0 || !path.startsWith(PREFIX)) return {}
  const origin = headers.get('origin')
  const isAllowed = origin !== null && allowed.includes(origin)
  if (!isAllowed || (headers.get('cookie') !== null && !hasBearerToken(headers))) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after, content-disposition, etag',
  }
}

export function findPreflightResponse(
  path: string,
  { method, headers }: { method: string; headers: ReadableHeaders },
  allowed: readonly string[],
): HttpResponse | undefined {
  if (method !== 'OPTIONS' || headers.get('access-control-request-method') === null) return undefined
  const cors = getCorsHeaders(path, headers, allowed)
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
