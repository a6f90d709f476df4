import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sendResponse } from './http-response'
import { readBounded } from './bounded-body'
import { createSink } from './node-sink'
import { type FoundRoute, isInPieces, isStream, type ChunkedResponse } from './raw-routes'
import type { RequestScope } from './request-scope'

export async function handleRawRoute(
  { route, params }: FoundRoute,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  const result = await route.handle({
    method: request.method ?? 'GET',
    params,
    search: new URLSearchParams(query < 0 ? '' : url.slice(query + 1)),
    scope,
    readBody: (...bounds) => readBounded(request, ...bounds),
  })
  if (response.destroyed) return
  if (isInPieces(result)) return sendPieces(result, request, response, scope)
  if (!isStream(result)) return sendResponse(response, result, request.method !== 'HEAD')
  response.writeHead(result.status, result.headers)
  if (request.method === 'HEAD') return void response.end()
  response.flushHeaders()
  // Small chunks must be sent immediately.
  response.socket?.setNoDelay(true)
  response.once('close', result.open(createSink(response)))
  // The request lives as long as its response, which is all day for thousands of streams: drop what is no longer
  // needed.
  request.headers = {}
  request.rawHeaders = []
}

async function sendPieces(
  result: ChunkedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  response.writeHead(result.status, result.headers)
  if (request.method === 'HEAD') return void response.end()
  try {
    await pipeline(Readable.from(result.pieces, { objectMode: true, highWaterMark: 1 }), response)
  } catch (error) {
    // A disconnected reader is not an error. Any other failure has cut the connection, so that a partial body isn't
    // mistaken for a complete one.
    const isDisconnected =
      error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!isDisconnected)
      scope.log.error({ err: error, requestId: scope.requestId }, 'a response was interrupted')
  }
}
