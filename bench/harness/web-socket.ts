import { randomBytes } from 'node:crypto'
import type { Opening } from './readers'

/** Opens a WebSocket with hand-written bytes: a client library would cost the load generator more than the server. */
export function webSocketOpening(path: string): Opening {
  const key = randomBytes(16).toString('base64')
  return {
    ask:
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    until: '\r\n\r\n',
  }
}

/** Builds one binary message as a client sends it (RFC 6455), masked with zeros, which leaves the payload unchanged. */
export function clientFrame(payload: string): Uint8Array {
  const body = Buffer.from(payload)
  if (body.length < 126 || body.length > 0xffff) throw new Error('no length of a chat event')
  const head = Buffer.from([0x82, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
