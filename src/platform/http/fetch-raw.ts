import { toResponse } from './http-response'
import { readBounded } from './bounded-body'
import {
  type FoundRoute,
  isInPieces,
  isStream,
  type ChunkedResponse,
  type StreamResponse,
} from './raw-routes'
import type { RequestScope } from './request-scope'

/** The fetch version of handleRawRoute, for `vite dev`. */
export async function respondRawRoute(
  { route, params }: FoundRoute,
  request: Request,
  scope: RequestScope,
): Promise<Response> {
  const result = await route.handle({
    method: request.method,
    params,
    search: new URL(request.url).searchParams,
    scope,
    readBody: (...bounds) => readBounded(request.body, ...bounds),
  })
  if (isInPieces(result)) return createChunkedResponse(result, request.method !== 'HEAD')
  return isStream(result) ? createStreamResponse(result, request.signal) : toResponse(result)
}

function createStreamResponse({ status, headers, open }: StreamResponse, signal: AbortSignal): Response {
  let isOver = false
  let notifyClosed = (): void => undefined
  // The reader, the server or the connection may end the stream first.
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
  // Counts bytes, not chunks.
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
