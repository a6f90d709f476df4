import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { RequestError } from '@hono/node-server'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import type { Logger } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { BODY_LIMIT, bodyTooLarge } from '~/platform/rpc/server/handlers'
import { baseSentences, formatUnexpectedError } from '~/platform/rpc/error-messages'
import { type HttpResponse, createErrorResponse, sendResponse } from './http-response'
import { createClientAddressFinder, isPrivateAddress, type TrustedProxies } from './client-address'
import { createErrorPage } from './error-page'
import { createUnavailablePage } from './unavailable-page'
import type { Metrics, RouteClass } from './metrics'
import { handleRawRoute } from './handle-raw-route'
import { getCorsHeaders, findPreflightResponse } from './cors'
import { originErrors, findOriginProblem } from './origin-check'
import { isHtmlPreferred } from './content-negotiation'
import type { createPages } from './pages'
import { findRawRoute, type RawRoute } from './raw-routes'
import { createSlowBodyWatcher, DEFAULT_SLOWNESS, type Slowness } from './slow-body'
import { createHostCheck } from './host-check'
import { toRequestId } from './request-id'
import { createScope, type RequestScope, runInScope, toHeaders } from './request-scope'
import { getBaseHeaders } from './security-headers'
import { type indexStaticFiles, serveStatic } from './static-files'
import type { SystemHandler } from './system-routes'
import { traceRequest } from './trace-request'

export interface HttpOptions {
  log: Logger
  metrics: Metrics
  publicUrl: string
  /** Other origins whose pages may call /api/v1 with a bearer token. */
  apiOrigins?: readonly string[]
  proxies?: TrustedProxies
  /** Refuses other Host headers. For the demo, where everyone on this machine can read all email. */
  checksHost?: boolean
  /** Serves only /healthz, /readyz and /metrics; every other path gets 503. For a process with ROLE=jobs. */
  isOnlyMonitored?: boolean
  files: ReturnType<typeof indexStaticFiles>
  api: (request: IncomingMessage, response: ServerResponse, scope: RequestScope) => Promise<boolean>
  system: SystemHandler
  raw: readonly RawRoute[]
  pages: ReturnType<typeof createPages>
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  /** Whether the process is stopping. Each connection then closes with its next response. */
  isStopping?: () => boolean
  slowness?: Slowness
}

const notFound = createErrorResponse(404, 'NOT_FOUND', 'Not found. The calls are listed at /api/reference.')
const tooLarge = createErrorResponse(413, 'PAYLOAD_TOO_LARGE', bodyTooLarge)
const otherHost = createErrorResponse(
  421,
  'MISDIRECTED_REQUEST',
  'This host name doesn’t belong to this site. Use localhost, or set PUBLIC_URL to this host name.',
)
const MONITORING_PATHS = new Set(['/healthz', '/readyz', '/metrics'])
// A proxy tries its next server after a 503.
const onlyMonitored = createErrorResponse(
  503,
  'SERVICE_UNAVAILABLE',
  'This process only runs jobs (ROLE=jobs). Send requests to one with ROLE=web.',
)
const badAddress = createErrorResponse(400, 'BAD_REQUEST', 'This URL is malformed. Check it and try again.')

const severalHosts = createErrorResponse(
  400,
  'BAD_REQUEST',
  'The request has several Host headers. Send one Host header.',
)

const onlyForReading = createErrorResponse(
  405,
  'METHOD_NOT_ALLOWED',
  'Pages only accept GET. The calls are listed at /api/reference.',
)
onlyForReading.headers['allow'] = 'GET, HEAD'

// Answers a form that was submitted before hydration. Such forms use POST to keep passwords out of the URL. The body
// isn't read, and the page is shown again.
function redirectToGet(address: string): HttpResponse {
  return {
    status: 303,
    headers: { location: address, 'cache-control': 'no-store', connection: 'close' },
    body: '',
  }
}

/** Creates the HTTP server of the whole application, not listening yet. */
export function createHttpServer(options: HttpOptions): Server {
  const { log, metrics } = options
  const clientAddress = createClientAddressFinder(options.proxies)
  const isOwnHost = options.checksHost === true ? createHostCheck(options.publicUrl) : () => true
  const unavailablePage = createUnavailablePage(options.files.keys())
  const fixedHeaders = Object.entries(getBaseHeaders(options.publicUrl))

  async function dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<RouteClass> {
    // With two Host headers, Node uses the first one, but a proxy or cache may use the second one.
    if ((request.headersDistinct['host']?.length ?? 0) > 1) return send(severalHosts, 'system')
    if (!isOwnHost(request.headers.host)) return send(otherHost, 'system')
    const path = decodePath(request.url ?? '/')
    if (path === undefined) return send(badAddress, 'system')
    if (options.isOnlyMonitored === true && !MONITORING_PATHS.has(path)) return send(onlyMonitored, 'system')
    if (serveStatic(options.files, request, response, path)) return 'static'
    const raw = findRawRoute(options.raw, request.method ?? 'GET', path)
    // Raw routes limit the body's size themselves.
    if (!raw && Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
      response.setHeader('connection', 'close')
      return send(tooLarge, 'system')
    }
    const { isInside, ip } = getAddress(request)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading) {
      const result = await options.system(path, isInside, request.headers)
      if (result) return send(result, 'system')
    }
    const scope = createScope({ requestId, ip, headers: toHeaders(request.headers) }, options)
    const own = [new URL(options.publicUrl).origin, ...listOwnOrigins(request, options.publicUrl)]
    if (raw?.route.isOpenToOtherSites !== true) {
      const method = request.method ?? 'GET'
      const { apiOrigins = [] } = options
      const preflight = findPreflightResponse(path, { method, headers: scope.headers }, apiOrigins)
      if (preflight) return send(preflight, 'rest')
      const cors = getCorsHeaders(path, scope.headers, apiOrigins)
      for (const [name, value] of Object.entries(cors)) response.setHeader(name, value)
      const refused = findOriginProblem(method, scope.headers, own)
      if (refused) return send(originErrors[refused], 'system')
    }
    if (raw) {
      await handleRawRoute(raw, request, response, scope)
      return raw.route.kind
    }
    if (path.startsWith('/api/')) {
      const isMatched = await runInScope(scope, () => options.api(request, response, scope))
      if (!isMatched) return send(notFound, 'rest')
      return path.startsWith('/api/rpc/') ? 'rpc' : 'rest'
    }
    if (request.method === 'POST') return send(redirectToGet(request.url ?? '/'), 'system')
    if (!isReading) return send(onlyForReading, 'system')
    return (await options.pages.respond(request, response, scope)) === 'cached' ? 'page_cached' : 'page'

    function send(result: HttpResponse, kind: RouteClass): RouteClass {
      sendResponse(response, result, request.method !== 'HEAD')
      return kind
    }
  }

  function getAddress(request: IncomingMessage) {
    const header = request.headers['x-forwarded-for']
    const forwardedFor = Array.isArray(header) ? header.join(',') : header
    const ip = clientAddress(request.socket.remoteAddress, forwardedFor)
    return { ip, isInside: forwardedFor === undefined && isPrivateAddress(ip) }
  }

  function respondWithError(
    error: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): void {
    // A path and host that don't form a URL are an error of the client.
    if (error instanceof RequestError && !response.headersSent) return sendResponse(response, badAddress)
    const isUnavailable = isDatabaseUnavailable(error)
    const about = { err: error, requestId, path: toLoggedPath(request) }
    if (isUnavailable) log.warn(about, 'a request failed: the database is unavailable')
    else log.error(about, 'a request failed')
    if (response.headersSent) return void response.destroy()
    const asPage = isHtmlPreferred(request.headers.accept) && !request.url?.startsWith('/api/')
    for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name)
    const result = isUnavailable
      ? createUnavailableResponse(asPage)
      : createFailureResponse(asPage, requestId)
    sendResponse(response, result, request.method !== 'HEAD')
  }

  function createUnavailableResponse(asPage: boolean): HttpResponse {
    if (asPage) return unavailablePage()
    const result = createErrorResponse(503, 'SERVICE_UNAVAILABLE', baseSentences.SERVICE_UNAVAILABLE)
    result.headers['retry-after'] = String(RETRY_AFTER_SECONDS)
    return result
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const requestId = toRequestId(request.headers['x-request-id'])
    let kind: RouteClass = 'system'
    metrics.requestBegan()
    response.once('close', () => {
      const milliseconds = performance.now() - startedAt
      const method = request.method ?? 'GET'
      const status = response.statusCode
      metrics.requestEnded()
      metrics.observe({ route: kind, method, status, seconds: milliseconds / 1000 })
      // The logged path has no query, because links in emails carry tokens there.
      const line = {
        requestId,
        method,
        path: toLoggedPath(request),
        status,
        ms: Math.round(milliseconds * 10) / 10,
      }
      if (kind === 'static' || kind === 'system') log.debug(line, 'request')
      else log.info(line, 'request')
    })
    response.setHeader('x-request-id', requestId)
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    if (!server.listening || options.isStopping?.()) response.setHeader('connection', 'close')
    bodies.watch(request)
    const respond = async (): Promise<RouteClass> => {
      try {
        kind = await dispatch(request, response, requestId)
      } catch (error) {
        respondWithError(error, request, response, requestId)
      }
      return kind
    }
    const path = toLoggedPath(request)
    // Not traced, because monitoring and file requests would be most of the traces.
    if (MONITORING_PATHS.has(path) || options.files.has(path)) await respond()
    else await traceRequest(request, response, { path, requestId }, respond)
  }

  const { headersMs, checkMs } = { ...DEFAULT_SLOWNESS, ...options.slowness }
  const bodies = createSlowBodyWatcher(options.slowness)
  const server = createServer(
    { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    (request, response) => void handle(request, response),
  )
  // Disconnects clients that read nothing for a minute. Event streams write every 20 seconds.
  server.timeout = 60_000
  server.once('close', bodies.stop)
  // Longer than the idle timeout of common proxies, so that the proxy closes the connection first.
  server.keepAliveTimeout = 65_000
  return server
}

function createFailureResponse(asPage: boolean, requestId: string): HttpResponse {
  if (asPage) return createErrorPage(requestId)
  return createErrorResponse(500, 'INTERNAL_SERVER_ERROR', formatUnexpectedError(requestId))
}

/** How long a stop waits for requests in progress. */
export const REQUEST_PATIENCE_MS = 10_000

/** Stops accepting connections, waits up to `patienceMs` for requests in progress, then closes the rest. */
export function drainServer(server: Server, patienceMs = REQUEST_PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
    // Closes connections whose response began before the stop. They would otherwise wait for their next request until
    // it times out.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
}

/**
 * Returns the path for the log. Parts that are long enough for a secret, such as a calendar token, are left out; ids
 * are shorter.
 */
function toLoggedPath(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]?.replaceAll(/[\w-]{40,}/gu, '…') ?? '/'
}

function decodePath(url: string): string | undefined {
  // In a redirect, `//host/path` and `http://host/path` would lead to another host.
  if (!url.startsWith('/') || url.startsWith('//')) return undefined
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/')
  } catch {
    return undefined
  }
}

/**
 * Returns the site's origins for this request. If the site uses https, http origins are left out, because someone else
 * could change an http page.
 */
function listOwnOrigins(request: IncomingMessage, publicUrl: string): string[] {
  const { host } = request.headers
  if (host === undefined) return []
  return publicUrl.startsWith('https:') ? [`https://${host}`] : [`http://${host}`, `https://${host}`]
}
