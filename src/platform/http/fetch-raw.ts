import { toResponse } from './answer'
import { readBounded } from './bounded-body'
import { type FoundRoute, isStream, type StreamAnswer } from './raw-routes'
import type { RequestScope } from './request-scope'

/** The same for fetch, which `vite dev` speaks. */
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
    readBody: (limit, tooLarge) => readBounded(request.body, limit, tooLarge),
  })
  return isStream(answer) ? streamResponse(answer, request.signal) : toResponse(answer)
}

function streamResponse({ status, headers, open }: StreamAnswer, signal: AbortSignal): Response {
  const over = new AbortController()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => over.abort(), { once: true })
      open({
        write: (text) => void (over.signal.aborted || controller.enqueue(encoder.encode(text))),
        waiting: () => Math.max(0, -(controller.desiredSize ?? 0)),
        end() {
          if (over.signal.aborted) return
          over.abort()
          controller.close()
        },
        closed: over.signal,
      })
    },
    cancel: () => over.abort(),
  })
  return new Response(body, { status, headers })
}
