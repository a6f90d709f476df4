import type { Answer } from './answer'
import type { Access } from '~/platform/rpc/access'
import type { RouteClass } from './metrics'
import type { RequestScope } from './request-scope'

/** Where a stream writes to. */
export interface Sink {
  /**
   * The same bytes may be given to many sinks, and must not be changed afterwards. What the reader has not taken yet is kept
   * in memory: look at `waiting` and cut off who is too slow.
   */
  write(bytes: Uint8Array): void
  /** Bytes written and not yet taken. */
  waiting(): number
  /** Ends the answer; what was written still goes out. */
  end(): void
  /** Breaks the connection off; what waits is thrown away. */
  cut(): void
}

/** An answer that goes on. */
export interface StreamAnswer {
  status: number
  headers: Record<string, string>
  /** Called once its head is sent; answers what is called once when it is over, whoever ended it. */
  open: (sink: Sink) => () => void
}

/**
 * A long answer with an end, such as a table of everything: the next piece is asked for when the one before was taken, and no
 * more of them once the reader has gone (the iterator's `return` is called).
 */
export interface PiecesAnswer {
  status: number
  headers: Record<string, string>
  pieces: AsyncIterable<string>
}

export interface RawRequest {
  method: string
  /** The named groups of the route's path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** Headers, address, caller and log of the request. */
  scope: RequestScope
  /**
   * The whole body, in memory. `problem` is what to answer instead when it is over `limit` bytes (413 with `tooLarge` as
   * its sentence) or when it broke off.
   */
  readBody: (limit: number, tooLarge: string) => Promise<{ bytes: Buffer } | { problem: Answer }>
}

type RawMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** An address outside the calls and pages: files, uploads, streams, and what mail programs send. */
export interface RawRoute {
  methods: readonly RawMethod[]
  /** The whole decoded path; its named groups are the params. HEAD goes where GET goes. */
  path: RegExp
  kind: Extract<RouteClass, 'rest' | 'static' | 'stream'>
  /** Who may use it, as of calls; whoever may not is answered before `handle`. */
  access: Access
  /**
   * Other sites and programs without a browser may send it. It must then act on nothing but what its address, its body and a
   * bearer token say: never on the cookie, which the browser sends along unasked.
   */
  isOpenToOtherSites?: boolean
  handle(request: RawRequest): Promise<Answer | StreamAnswer | PiecesAnswer>
}

export interface FoundRoute {
  route: RawRoute
  params: Record<string, string>
}

/** The first route of this path and method. `path` is decoded and without its query. */
export function findRawRoute(
  routes: readonly RawRoute[],
  method: string,
  path: string,
): FoundRoute | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const route of routes) {
    if (!route.methods.some((one) => one === wanted)) continue
    const match = route.path.exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  return undefined
}

export function isStream(answer: Answer | StreamAnswer | PiecesAnswer): answer is StreamAnswer {
  return 'open' in answer
}

export function isInPieces(answer: Answer | StreamAnswer | PiecesAnswer): answer is PiecesAnswer {
  return 'pieces' in answer
}
