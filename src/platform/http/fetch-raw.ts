import { toResponse } from './answer'
import { readBounded } from './bounded-body'
import { type FoundRoute, isInPieces, isStream, type PiecesAnswer, type StreamAnswer } from './raw-routes'
import type { RequestScope } from './request-scope'

/** The fetch version of answerRawRoute, for `vite dev`. */
export async function respondRawRoute(
  { route, params }: FoundRoute,
  request: Request,
  scope: RequestScope,
): Promise<Response> {
  const answer = await route.handle({
    method: request.method,
    params,
    search: new URL(request.url).searchParams,
    scope,
    readBody: (...bounds) => readBounded(request.body, ...bounds),
  })
  if (isInPieces(answer)) return piecesResponse(answer, request.method !== 'HEAD')
  return isStream(answer) ? streamResponse(answer, request.signal) : toResponse(answer)
}

function streamResponse({ status, headers, open }: StreamAnswer, signal: AbortSignal): Response {
  let isOver = false
  let closed = (): void => undefined
  // The reader, the server or the connection may end the stream first.
  const over = (): void => {
    if (isOver) return
    isOver = true
    closed()
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const end = (): void => {
        if (isOver) return
        controller.close()
        over()
      }
      const cut = (): void => {
        if (isOver) return
        controller.error(new Error('The stream was cut off'))
        over()
      }
      closed = open({
        write: (bytes) => void (isOver || controller.enqueue(bytes)),
        waiting: () => Math.max(0, -(controller.desiredSize ?? 0)),
        end,
        cut,
      })
      signal.addEventListener('abort', over, { once: true })
    },
    cancel: over,
  }
  // Counts bytes, not chunks.
  const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }))
  return new Response(body, { status, headers })
}

function piecesResponse({ status, headers, pieces }: PiecesAnswer, withBody: boolean): Response {
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
