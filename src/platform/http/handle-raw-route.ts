import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sendResponse } from './http-response'
import { readBoundedBody } from './read-body'
import {
  type FoundRoute,
  isChunkedResponse,
  isStreamResponse,
  type ChunkedResponse,
  type Sink,
} from './raw-routes'
import type { RequestScope } from './request-scope'
import { updateSpan } from '~/platform/telemetry/tracing'
import type { Socket } from 'node:net'

const LINE_END = Buffer.from('\r\n')

let framed: { bytes: Uint8Array; frame: Buffer } | undefined

export async function handleRawRoute(
  { route, params }: FoundRoute,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  updateSpan({ name: `${request.method} ${formatPattern(route.path)}` })
  const result = await route.handle({
    method: request.method ?? 'GET',
    params,
    search: new URLSearchParams(query < 0 ? '' : url.slice(query + 1)),
    scope,
    readBody: (...bounds) => readBoundedBody(request, ...bounds),
  })
  if (response.destroyed) return
  if (isChunkedResponse(result)) return sendChunks(result, request, response, scope)
  if (!isStreamResponse(result)) return sendResponse(response, result, request.method !== 'HEAD')
  response.writeHead(result.status, result.headers)
  if (request.method === 'HEAD') return void response.end()
  response.flushHeaders()
  // Small chunks must be sent immediately.
  response.socket?.setNoDelay(true)
  response.once('close', result.open(createSink(response)))
  // Drops the request's headers to save memory: thousands of streams keep their requests in memory all day.
  request.headers = {}
  request.rawHeaders = []
}

/** Returns the pattern of a path with its parameters as `:name`. */
function formatPattern({ source }: RegExp): string {
  return source
    .replaceAll('\\', '')
    .replaceAll(/\(\?<(\w+)>[^)]*\)/g, ':$1')
    .replaceAll(/^\^|\$$/g, '')
}

async function sendChunks(
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
    // A disconnected reader is not an error. After any other failure, `pipeline` has broken the connection, so the
    // client can't mistake a partial body for a complete one.
    const isDisconnected =
      error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!isDisconnected)
      scope.log.error({ err: error, requestId: scope.requestId }, 'a response was interrupted')
  }
}

/**
 * Returns the bytes as a chunk of a chunked response (RFC 9112, 7.1). An event goes to thousands of readers in a row,
 * so the latest encoded event is cached. Encoding it for each reader would be a fifth of the cost of sending.
 */
function encodeHttpChunk(bytes: Uint8Array): Buffer {
  if (framed?.bytes !== bytes) {
    const head = Buffer.from(`${bytes.length.toString(16)}\r\n`, 'latin1')
    framed = { bytes, frame: Buffer.concat([head, bytes, LINE_END]) }
  }
  return framed.frame
}

/** Creates the sink of a response whose headers have been sent. */
function createSink(response: ServerResponse): Sink {
  // The reader has disconnected in the middle of a chunk. The event `close` follows and ends the stream.
  response.on('error', ignoreError)
  const { socket } = response
  // Writes to the socket directly if possible. It isn't for HTTP/1.0, which has no chunks, or while the response
  // waits behind another one on the connection and has no socket yet.
  return socket && response.chunkedEncoding
    ? createSocketSink(response, socket)
    : createResponseSink(response)
}

function createSocketSink(response: ServerResponse, socket: Socket): Sink {
  return {
    write(bytes) {
      // An empty chunk would end the response.
      if (bytes.length > 0 && socket.writable && !response.writableEnded) socket.write(encodeHttpChunk(bytes))
    },
    waiting: () => socket.writableLength,
    end: () => void response.end(),
    cut: () => void socket.destroy(),
  }
}

function createResponseSink(response: ServerResponse): Sink {
  return {
    write: (bytes) => void (response.writable && response.write(bytes)),
    // Also counts the data that waits in the socket, once the response has one.
    waiting: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
  }
}

function ignoreError(): void {
  // Nothing to do: `close` ends the stream.
}
