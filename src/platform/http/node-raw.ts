import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendAnswer } from './answer'
import { readBounded } from './bounded-body'
import { type FoundRoute, isStream, type Sink } from './raw-routes'
import type { RequestScope } from './request-scope'

/** Answers a raw route through node:http. */
export async function answerRawRoute(
  { route, params }: FoundRoute,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  const answer = await route.handle({
    method: request.method ?? 'GET',
    params,
    search: new URLSearchParams(query < 0 ? '' : url.slice(query + 1)),
    scope,
    readBody: (limit, tooLarge) => readBounded(request, limit, tooLarge),
  })
  if (response.destroyed) return
  if (!isStream(answer)) return sendAnswer(response, answer, request.method !== 'HEAD')
  response.writeHead(answer.status, answer.headers)
  if (request.method === 'HEAD') return void response.end()
  response.flushHeaders()
  // Small pieces must not wait for more.
  response.socket?.setNoDelay(true)
  answer.open(sinkOf(response))
}

function sinkOf(response: ServerResponse): Sink {
  const over = new AbortController()
  response.once('close', () => over.abort())
  // A reader that went away in the middle of a piece; `close` follows.
  response.on('error', () => undefined)
  return {
    write: (text) => void (response.writable && response.write(text)),
    waiting: () => response.writableLength,
    end: () => response.end(),
    closed: over.signal,
  }
}
