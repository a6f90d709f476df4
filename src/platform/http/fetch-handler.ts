import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createErrorResponse, toResponse } from './http-response'
import { originErrors, findOriginProblem } from './origin-check'
import {
  findRawRoute,
  type RawRoute,
  type FoundRoute,
  isChunkedResponse,
  isStreamResponse,
  type ChunkedResponse,
  type StreamResponse,
} from './raw-routes'
import { toRequestId } from './request-id'
import { createScope, type RequestScope, runInScope } from './request-scope'
import type { SystemHandler } from './system-routes'
import { readBoundedBody } from './read-body'

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
 * Creates the whole application as one function from Request to Response, for `vite dev`. It has the same calls, pages
 * and checks as on node:http, but no files, compression, page policy or cache.
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
      const refused = findOriginProblem(request.method, request.headers, own)
      if (refused) return toResponse(originErrors[refused])
    }
    if (raw) return respondToRawRoute(raw, request, scope)
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

/** Does the same as handleRawRoute for fetch, for `vite dev`. */
async function respondToRawRoute(
  { route, params }: FoundRoute,
  request: Request,
  scope: RequestScope,
): Promise<Response> {
  const result = await route.handle({
    method: request.method,
    params,
    search: new URL(request.url).searchParams,
    scope,
    readBody: (...bounds) => readBoundedBody(request.body, ...bounds),
  })
  if (isChunkedResponse(result)) return createChunkedResponse(result, request.method !== 'HEAD')
  return isStreamResponse(result) ? createStreamResponse(result, request.signal) : toResponse(result)
}

function createStreamResponse({ status, headers, open }: StreamResponse, signal: AbortSignal): Response {
  let isOver = false
  let notifyClosed = (): void => undefined
  // The reader, the server or the connection can end the stream. Only the first end counts.
  const finish = (): void => {
    if (isOver) return
    isOver = true
    notifyClosed()
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const end = (): void => {
        if (isOver) return
        controller.close()
        finish()
      }
      const cut = (): void => {
        if (isOver) return
        controller.error(new Error('The stream was cut off'))
        finish()
      }
      notifyClosed = open({
        write: (bytes) => void (isOver || controller.enqueue(bytes)),
        waiting: () => Math.max(0, -(controller.desiredSize ?? 0)),
        end,
        cut,
      })
      signal.addEventListener('abort', finish, { once: true })
    },
    cancel: finish,
  }
  // This strategy makes `waiting` count bytes instead of chunks.
  const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }))
  return new Response(body, { status, headers })
}

function createChunkedResponse({ status, headers, pieces }: ChunkedResponse, withBody: boolean): Response {
  if (!withBody) return new Response(null, { status, headers })
  const iterator = pieces[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(new TextEncoder().encode(next.value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, { status, headers })
}
