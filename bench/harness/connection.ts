import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isQuick } from './quick'

export interface Answer {
  status: number
  head: string
  body: Buffer
}

/** One keep-alive connection; one request in flight at a time. */
export interface Connection {
  request(bytes: string): Promise<Answer>
  close(): void
}

// The quick form runs next to other checks on a busy machine, where the product may answer 503 and ask for a retry.
const BUSY_ATTEMPTS = isQuick ? 10 : 1
const BUSY_PAUSE_MS = 1_000

/**
 * Opens an HTTP/1.1 connection to a port on loopback, or to a Unix socket; in the quick form a 503 is retried. The load
 * generator shares two cores with the measured process, and `fetch` and `http.request` cost several times as much per
 * request as this.
 */
export function openConnection(port: number | string): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
    const fail = (error: Error) => {
      reject(error)
      waiting?.reject(error)
      waiting = undefined
    }
    const place = typeof port === 'number' ? { port, host: '127.0.0.1' } : { path: port }
    const socket = connect(place, () => {
      socket.setNoDelay(true)
      const ask = (bytes: string) =>
        new Promise<Answer>((answer, refuse) => {
          if (socket.destroyed) return refuse(new Error('the connection was closed'))
          waiting = { resolve: answer, reject: refuse }
          socket.write(bytes)
        })
      const requestWithRetries = async (bytes: string) => {
        let answer = await ask(bytes)
        for (let attempt = 1; answer.status === 503 && attempt < BUSY_ATTEMPTS; attempt += 1) {
          await wait(BUSY_PAUSE_MS)
          answer = await ask(bytes)
        }
        return answer
      }
      resolve({
        request: BUSY_ATTEMPTS === 1 ? ask : requestWithRetries,
        close: () => {
          waiting = undefined
          socket.destroy()
        },
      })
    })
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const answer = readAnswer(pending)
      if (answer === undefined) return
      pending = Buffer.alloc(0)
      const { resolve: settle } = waiting ?? {}
      waiting = undefined
      settle?.(answer)
    })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
  })
}

/** Returns the full response once all its bytes have arrived (Content-Length or chunked), otherwise undefined. */
function readAnswer(buffer: Buffer): Answer | undefined {
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = buffer.subarray(0, end).toString('latin1')
  const status = Number(head.slice(9, 12))
  const start = end + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const total = start + Number(length)
    return buffer.length < total ? undefined : { status, head, body: buffer.subarray(start, total) }
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body: Buffer.alloc(0) }
  const body = readChunks(buffer, start)
  return body && { status, head, body }
}

function readChunks(buffer: Buffer, start: number): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = start; ;) {
    const line = buffer.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(buffer.subarray(at, line).toString('latin1'), 16)
    const end = line + 2 + size
    if (buffer.length < end + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(buffer.subarray(line + 2, end))
    at = end + 2
  }
}

export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const described =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${described}\r\n${payload}`
}
