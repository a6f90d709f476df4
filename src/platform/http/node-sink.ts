import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Sink } from './raw-routes'

const LINE_END = Buffer.from('\r\n')

let framed: { bytes: Uint8Array; frame: Buffer } | undefined

/**
 * The piece of a chunked answer (RFC 9112, 7.1) that carries these bytes. One event goes to a thousand readers in a row, so
 * the piece is made once and not by each response: that is a fifth of what sending costs.
 */
function frameOf(bytes: Uint8Array): Buffer {
  if (framed?.bytes !== bytes) {
    const head = Buffer.from(`${bytes.length.toString(16)}\r\n`, 'latin1')
    framed = { bytes, frame: Buffer.concat([head, bytes, LINE_END]) }
  }
  return framed.frame
}

/** Of an answer whose head is sent. */
export function createSink(response: ServerResponse): Sink {
  // A reader that went away in the middle of a piece; `close` follows.
  response.on('error', ignore)
  const { socket } = response
  // HTTP/1.0 knows no pieces, and an answer that waits for the one before it on the connection has no socket yet.
  return socket && response.chunkedEncoding ? socketSink(response, socket) : responseSink(response)
}

function socketSink(response: ServerResponse, socket: Socket): Sink {
  return {
    write(bytes) {
      // A piece without bytes would be the end.
      if (bytes.length > 0 && socket.writable && !response.writableEnded) socket.write(frameOf(bytes))
    },
    waiting: () => socket.writableLength,
    end: () => void response.end(),
    cut: () => void socket.destroy(),
  }
}

function responseSink(response: ServerResponse): Sink {
  return {
    write: (bytes) => void (response.writable && response.write(bytes)),
    // Once it has a socket, what waits there is counted too.
    waiting: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
  }
}

function ignore(): void {
  // Nothing is left to be done for this answer.
}
