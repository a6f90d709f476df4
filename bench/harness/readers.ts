import { connect, type Socket } from 'node:net'

/** Precedes the number in each message; this byte occurs nowhere else in the streams. */
export const MARK = '|'
export const DIGITS = 6

const MARK_BYTE = MARK.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
// Opening connections is not measured, and a server's accept queue is limited.
const OPENED_AT_ONCE = 50

export interface Reader {
  /** Number of messages received, and the sum of their numbers. */
  count: number
  sum: number
  /** Every number received, in order; only recorded for some readers. */
  heard: number[] | undefined
}

export interface Opening {
  /** The bytes that request the stream. */
  ask: string
  /** The stream is open once this text has arrived. */
  until: string
}

/** Clients that only read. */
export interface Readers {
  readers: Reader[]
  /** Rejects when a stream ends that we didn't close. */
  broken: Promise<never>
  total(): number
  /** Called after each chunk that contained messages, with their numbers when `eachOne` is set. */
  watch(listener: { eachPiece: () => void; eachOne?: (number: number) => void }): void
  reset(): void
  write(reader: number, bytes: Uint8Array): void
  close(): void
}

/** Returns the port of process `index`, in turn. */
export function pickPort(ports: readonly number[], index: number): number {
  const port = ports[index % ports.length]
  if (port === undefined) throw new Error('no process')
  return port
}

/**
 * Opens the streams on raw sockets and scans them only for the marks: this shares two cores with the measured process,
 * and it costs the same for every protocol.
 */
export async function openReaders(ports: readonly number[], openings: readonly Opening[]): Promise<Readers> {
  const readers: Reader[] = []
  const sockets: Socket[] = []
  let total = 0
  let eachPiece: () => void = () => undefined
  let eachOne: ((number: number) => void) | undefined
  let isClosing = false
  const broken = Promise.withResolvers<never>()
  // This promise may reject before someone awaits it.
  broken.promise.catch(() => undefined)

  function take(reader: Reader, chunk: Buffer): Buffer | undefined {
    let at = chunk.indexOf(MARK_BYTE)
    while (at >= 0) {
      // The rest of the number is in the next chunk.
      if (at + DIGITS >= chunk.length) return Buffer.from(chunk.subarray(at))
      let number = 0
      for (let digit = 1; digit <= DIGITS; digit++) number = number * 10 + (chunk[at + digit] ?? 0) - ZERO
      reader.count += 1
      reader.sum += number
      total += 1
      reader.heard?.push(number)
      eachOne?.(number)
      at = chunk.indexOf(MARK_BYTE, at + DIGITS)
    }
    return undefined
  }

  function open({ ask, until }: Opening): Promise<void> {
    return new Promise((resolve, reject) => {
      const reader: Reader = { count: 0, sum: 0, heard: readers.length % 100 === 0 ? [] : undefined }
      const socket = connect(pickPort(ports, readers.length), '127.0.0.1', () => socket.write(ask))
      socket.setNoDelay(true)
      readers.push(reader)
      sockets.push(socket)
      let opened = ''
      let rest: Buffer | undefined
      const read = (chunk: Buffer) => {
        const before = total
        rest = take(reader, rest ? Buffer.concat([rest, chunk]) : chunk)
        if (total > before) eachPiece()
      }
      const begin = (chunk: Buffer) => {
        opened += chunk.toString('latin1')
        if (!opened.includes(until)) return
        socket.off('data', begin).on('data', read)
        resolve()
      }
      socket.on('data', begin)
      socket.on('error', reject)
      socket.on('close', () => {
        const words = `a stream was closed after ${reader.count} messages; it began ${opened.slice(0, 200)}`
        reject(new Error(words))
        if (!isClosing) broken.reject(new Error(words))
      })
    })
  }

  for (let first = 0; first < openings.length; first += OPENED_AT_ONCE)
    await Promise.all(openings.slice(first, first + OPENED_AT_ONCE).map(open))
  return {
    readers,
    broken: broken.promise,
    total: () => total,
    watch(listener) {
      eachPiece = listener.eachPiece
      eachOne = listener.eachOne
    },
    reset() {
      total = 0
      for (const reader of readers) {
        reader.count = 0
        reader.sum = 0
        if (reader.heard) reader.heard = []
      }
    },
    write: (reader, bytes) => void sockets[reader]?.write(bytes),
    close() {
      isClosing = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
