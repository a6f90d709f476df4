import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createAnonymousCache, type Shareable } from './anonymous-cache'
import { OFFERED_LANGUAGES } from '~/i18n/language'
import { findPageCacheKey } from './page-cache-key'
import { DatabaseUnavailable } from '~/lib/database-unavailable'
import { compress, type Encoding } from './encoding'
import { hasEtag, createWeakEtag } from './etag'
import { chooseEncoding } from './content-negotiation'
import { runInScope, type RequestScope } from './request-scope'
import { replaceNonceWithHashes } from './replace-nonce'
import { createContentSecurityPolicy, createPermissionsPolicy, type PaymentOrigins } from './security-headers'

export interface PageOptions {
  fetch: (request: Request) => Promise<Response> | Response
  publicUrl: string
  /** Whether a page is the same for all signed-out visitors. */
  isCacheablePath: (path: string) => boolean
  /** Whether a page may run WebAssembly and our own worker. Default: none. */
  canCompile?: (path: string) => boolean
  /** Returns the external origins whose scripts may run on a page. Default: none. */
  listAllowedOrigins?: (path: string) => readonly string[]
  /** Returns the origins of the payment provider, on its payment page only. */
  findPaymentOrigins?: (path: string) => PaymentOrigins | undefined
  sessionCookie: string
  /** Maximum age of a cached page, in milliseconds. */
  cacheMs?: number
  /** Whether a proxy in front may cache pages of visitors (EDGE_CACHE). */
  hasEdgeCache?: boolean
  createScope: (headers: Headers) => RequestScope
}

/**
 * The Cache-Control for proxies, which cache pages for visitors without cookies of ours. A cached page may be 2
 * seconds old, 30 seconds while it is rendered again, and 5 minutes while the product doesn't respond. See
 * docs/operating.md.
 */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=2, stale-while-revalidate=30, stale-if-error=300'
const PUBLIC_VARY = OFFERED_LANGUAGES.length > 1 ? 'accept-encoding, accept-language' : 'accept-encoding'

interface RenderedPage {
  status: number
  headers: Headers
  html: Buffer
  etag?: string
  compressed: Map<Encoding, Promise<Buffer | undefined>>
}

/**
 * Answers with pages, and files that routes serve (calendars, pictures). Static files and calls are handled elsewhere.
 */
export function createPages(options: PageOptions) {
  const cache = createAnonymousCache<RenderedPage | Response>({
    maxAgeMs: options.cacheMs ?? 2_000,
    maxBytes: 64 * 1024 * 1024,
  })

  async function render(request: Request, scope: RequestScope): Promise<RenderedPage | Response> {
    const nonce = randomBytes(16).toString('base64url')
    scope.nonce = nonce
    const inserted: Buffer[] = (scope.inserted = [])
    let storedHtml: string | undefined
    scope.storeHtml = (html) => (storedHtml = html)
    const response = await runInScope(scope, () => options.fetch(request))
    // A loader's call failed because the database is down. The response must be 503 instead of the router's error
    // page.
    if (response.status >= 500 && scope.responseHeaders.has('retry-after'))
      throw new DatabaseUnavailable('failed to render a page')
    const refused = response.status >= 500 ? scope.refused : undefined
    const headers = new Headers(response.headers)
    if (refused?.retryAfterSeconds !== undefined)
      headers.set('retry-after', String(refused.retryAfterSeconds))
    for (const cookie of scope.responseHeaders.getSetCookie()) headers.append('set-cookie', cookie)
    if (!headers.get('content-type')?.startsWith('text/html')) {
      if (!headers.has('content-security-policy'))
        headers.set('content-security-policy', createContentSecurityPolicy())
      return new Response(response.body, { status: response.status, headers })
    }
    const { html, hashes } = replaceNonceWithHashes(storedHtml ?? (await response.text()), nonce, inserted)
    const { pathname } = new URL(request.url)
    const payment = options.findPaymentOrigins?.(pathname)
    const rights = {
      canCompile: options.canCompile?.(pathname),
      guests: options.listAllowedOrigins?.(pathname),
      payment,
    }
    if (payment !== undefined) headers.set('permissions-policy', createPermissionsPolicy(payment.wallets))
    headers.set('content-security-policy', createContentSecurityPolicy(hashes, rights))
    headers.set('vary', 'accept-encoding, accept-language, cookie')
    // Lets the browser show the page again on Back and Forward, but no shared cache may store it.
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
    return { status: refused?.status ?? response.status, headers, html, compressed: new Map() }
  }

  // A shared rendering must contain nothing of the person who requested it first.
  async function renderAnonymousPage(
    url: string,
    cookie: string,
  ): Promise<Shareable<RenderedPage | Response>> {
    const headers = new Headers({ accept: 'text/html', ...(cookie === '' ? {} : { cookie }) })
    const request = new Request(`${options.publicUrl}${url}`, { headers })
    const page = await render(request, options.createScope(headers))
    const isPage = !(page instanceof Response)
    const isShareable = isPage && page.status === 200 && page.headers.getSetCookie().length === 0
    if (isShareable) page.etag = createWeakEtag(removeReadTimes(page.html))
    // Doubled, because compressed copies are cached too.
    return { page, isShareable, bytes: isPage ? page.html.length * 2 : 0 }
  }

  async function sendPage(
    page: RenderedPage,
    request: IncomingMessage,
    response: ServerResponse,
    isPublic = false,
  ): Promise<void> {
    for (const [name, value] of page.headers) if (name !== 'set-cookie') response.setHeader(name, value)
    const cookies = page.headers.getSetCookie()
    if (cookies.length > 0) response.setHeader('set-cookie', cookies)
    if (isPublic) {
      response.setHeader('cache-control', PUBLIC_PAGE)
      response.setHeader('vary', PUBLIC_VARY)
    }
    if (page.etag !== undefined) {
      response.setHeader('etag', page.etag)
      if (hasEtag(request.headers['if-none-match'], page.etag)) {
        // A 304 must not change the policy: the browser runs the scripts of its stored page, whose hashes are in the
        // stored policy.
        response.removeHeader('content-security-policy')
        response.removeHeader('content-type')
        response.writeHead(304)
        return void response.end()
      }
    }
    const body = await encodePage(page, chooseEncoding(request.headers['accept-encoding']))
    if (body.encoding) response.setHeader('content-encoding', body.encoding)
    response.setHeader('content-length', body.content.length)
    response.writeHead(page.status)
    response.end(request.method === 'HEAD' ? undefined : body.content)
  }

  async function renderAndSend(
    request: Request,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    scope: RequestScope,
  ) {
    const page = await render(request, scope)
    if (page instanceof Response) return page
    await sendPage(page, incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  }

  return {
    /**
     * Answers with a page. Returns whether it came from the anonymous cache or was stored in it.
     * @throws if rendering failed
     */
    async respond(
      request: IncomingMessage,
      response: ServerResponse,
      scope: RequestScope,
    ): Promise<'cached' | 'own'> {
      const url = request.url ?? '/'
      const { method } = request
      const { cookie, authorization, 'accept-language': acceptLanguage } = request.headers
      const anonymous = findPageCacheKey({ method, url, cookie, acceptLanguage, authorization }, options)
      if (anonymous) {
        const page = await cache.get(anonymous.key, () =>
          renderAnonymousPage(anonymous.url, anonymous.cookie),
        )
        if (!(page instanceof Response)) {
          // A page with an ETag is one that all visitors share.
          const isPublic = options.hasEdgeCache && anonymous.isDefault && page.etag !== undefined
          await sendPage(page, request, response, isPublic)
          return 'cached'
        }
      }
      let failure: unknown
      const listener = getRequestListener((converted) => renderAndSend(converted, request, response, scope), {
        overrideGlobalObjects: false,
        errorHandler: (error) => {
          failure = error ?? new Error('rendering failed')
          return RESPONSE_ALREADY_SENT
        },
      })
      await listener(request, response)
      if (failure !== undefined) throw failure
      return 'own'
    },
  }
}

/** Removes the times at which data was read. They are the only difference between two renderings of the same data. */
function removeReadTimes(html: Buffer): string {
  return html.toString('latin1').replaceAll(/\b1\d{12}\b/g, '')
}

async function encodePage(page: RenderedPage, encoding: Encoding | undefined) {
  if (encoding === undefined) return { content: page.html, encoding: undefined }
  let compressed = page.compressed.get(encoding)
  if (!compressed) {
    compressed = compress(page.html, encoding)
    page.compressed.set(encoding, compressed)
  }
  const content = await compressed
  return content ? { content, encoding } : { content: page.html, encoding: undefined }
}
