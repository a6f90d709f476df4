import type { HttpResponse } from './http-response'
import type { BodyMemory } from './read-body'
import type { Access } from '~/platform/rpc/access'
import type { RouteClass } from './metrics'
import type { RequestScope } from './request-scope'

export interface Sink {
  /**
   * Writes bytes, which must not change afterwards because several sinks may share them. Unread data stays in memory,
   * so check `waiting` and cut off slow readers.
   */
  write(bytes: Uint8Array): void
  /** Returns how many bytes were written but not read yet. */
  waiting(): number
  /** Ends the response; data already written is still sent. */
  end(): void
  /** Breaks the connection and discards waiting data. */
  cut(): void
}

export interface StreamResponse {
  status: number
  headers: Record<string, string>
  /**
   * Called once the headers have been sent. Returns a function that is called once when the stream ends, for whatever
   * reason.
   */
  open: (sink: Sink) => () => void
}

/**
 * A long response with an end, such as a full table. Each chunk is requested after the previous one was sent. If the
 * reader disconnects, the iterator's `return` is called.
 */
export interface ChunkedResponse {
  status: number
  headers: Record<string, string>
  pieces: AsyncIterable<string>
}

export interface RawRequest {
  method: string
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Headers, address, caller and log of the request. */
  scope: RequestScope
  /**
   * Reads the whole body into memory. Returns `problem`, to send as the response, if the body exceeds `limit` bytes
   * (413 with the message `tooLarge`), was interrupted, or `memory` is full.
   */
  readBody: (
    limit: number,
    tooLarge: string,
    memory?: BodyMemory,
  ) => Promise<{ bytes: Buffer } | { problem: HttpResponse }>
}

type RawMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** A URL that is neither a call nor a page: files, uploads, streams, and requests from mail programs. */
export interface RawRoute {
  methods: readonly RawMethod[]
  /** Matches the full decoded path; its named groups are the params. The route of GET also handles HEAD. */
  path: RegExp
  kind: Extract<RouteClass, 'rest' | 'static' | 'stream'>
  /** Required access, as for calls; other callers are refused before `handle`. */
  access: Access
  /**
   * Allows requests from other sites and from programs without a browser. The route must not use the cookie, which
   * browsers send automatically. It acts only on its URL, body and bearer token.
   */
  isOpenToOtherSites?: boolean
  handle(request: RawRequest): Promise<HttpResponse | StreamResponse | ChunkedResponse>
}

export interface FoundRoute {
  route: RawRoute
  params: Record<string, string>
}

/** Finds the first route of this path and method. `path` is decoded and without its query. */
export function findRawRoute(
  routes: readonly RawRoute[],
  method: string,
  path: string,
): FoundRoute | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const route of routes) {
    if (!route.methods.some((allowed) => allowed === wanted)) continue
    const match = route.path.exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  return undefined
}

export function isStreamResponse(
  result: HttpResponse | StreamResponse | ChunkedResponse,
): result is StreamResponse {
  return 'open' in result
}

export function isChunkedResponse(
  result: HttpResponse | StreamResponse | ChunkedResponse,
): result is ChunkedResponse {
  return 'pieces' in result
}
