import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createErrorResponse, toResponse } from './http-response'
import { respondRawRoute } from './fetch-raw'
import { originErrors, refuseOrigin } from './origin-check'
import { findRawRoute, type RawRoute } from './raw-routes'
import { toRequestId } from './request-id'
import { createScope, type RequestScope, runInScope } from './request-scope'
import type { SystemHandler } from './system-handler'

export interface FetchOptions {
  log: Logger
  publicUrl: string
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  system: SystemHandler
  api: (request: Request, scope: RequestScope) => Promise<Response | undefined>
  raw: readonly RawRoute[]
  renderPage: (request: Request) => Promise<Response> | Response
}

/**
 * Creates the whole application as one function from Request to Response, for `vite dev`: the same calls, pages and
 * checks as behind node:http, without files, compression, the page policy and the cache.
 */
export function createFetchHandler(options: FetchOptions): (request: Request) => Promise<Response> {
  async function respond(request: Request, scope: RequestScope): Promise<Response> {
    const { pathname, origin } = new URL(request.url)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const found = await options.system(pathname, true)
      if (found) return toResponse(found)
    }
    const own = [origin, new URL(options.publicUrl).origin]
    const path = decodePath(pathname)
    if (path === undefined)
      return toResponse(createErrorResponse(400, 'BAD_REQUEST', 'This URL is malformed.'))
    const raw = findRawRoute(options.raw, request.method, path)
    if (raw?.route.isOpenToOtherSites !== true) {
      const refused = refuseOrigin(request.method, request.headers, own)
      if (refused) return toResponse(originErrors[refused])
    }
    if (raw) return respondRawRoute(raw, request, scope)
    if (pathname.startsWith('/api/')) {
      const response = await options.api(request, scope)
      return response ?? toResponse(createErrorResponse(404, 'NOT_FOUND', 'Unknown API call.'))
    }
    const response = await options.renderPage(request)
    const cookies = scope.responseHeaders.getSetCookie()
    if (cookies.length === 0) return response
    const headers = new Headers(response.headers)
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response(response.body, { status: response.status, headers })
  }

  return (request) => {
    const requestId = toRequestId(request.headers.get('x-request-id'))
    const scope = createScope({ requestId, ip: '127.0.0.1', headers: request.headers }, options)
    return runInScope(scope, () => respond(request, scope))
  }
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
