import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Sink } from './raw-routes'

const LINE_END = Buffer.from('\r\n')

let framed: { bytes: Uint8Array; frame: Buffer } | undefined

/**
 * Returns the bytes as a chunk of a chunked response (RFC 9112, 7.1). One event goes to a thousand readers in a row, so
 * the last chunk is cached: encoding it for each response is a fifth of the cost of sending.
 */
function encodeFrame(bytes: Uint8Array): Buffer {
  if (framed?.bytes !== bytes) {
    const head = Buffer.from(`${bytes.length.toString(16)}\r\n`, 'latin1')
    framed = { bytes, frame: Buffer.concat([head, bytes, LINE_END]) }
  }
  return framed.frame
}

/** Creates the sink of a response whose headers are sent. */
export function createSink(response: ServerResponse): Sink {
  // The reader disconnected in the middle of a chunk; `close` follows.
  response.on('error', ignore)
  const { socket } = response
  // HTTP/1.0 has no chunks, and a response queued behind another on the connection has no socket yet.
  return socket && response.chunkedEncoding
    ? createSocketSink(response, socket)
    : createResponseSink(response)
}

function createSocketSink(response: ServerResponse, socket: Socket): Sink {
  return {
    write(bytes) {
      // An empty chunk would end the response.
      if (bytes.length > 0 && socket.writable && !response.writableEnded) socket.write(encodeFrame(bytes))
    },
    waiting: () => socket.writableLength,
    end: () => void response.end(),
    cut: () => void socket.destroy(),
  }
}

function createResponseSink(response: ServerResponse): Sink {
  return {
    write: (bytes) => void (response.writable && response.write(bytes)),
    // Once there is a socket, data waiting there counts too.
    waiting: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
  }
}

function ignore(): void {
  // Nothing to do: `close` ends the stream.
}
