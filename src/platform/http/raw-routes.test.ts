import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createJsonResponse } from './http-response'
import { startHttpServer } from './listen'
import { createMetrics } from './metrics'
import { findRawRoute, type RawRoute, type Sink } from './raw-routes'
import { createHttpServer, drainServer } from './server'

const seen: string[] = []
let begun = 0
const sinks: Sink[] = []
let closed = 0

const routes: RawRoute[] = [
  {
    methods: ['POST'],
    path: /^\/files\/(?<name>[a-z]+)$/u,
    kind: 'rest',
    access: 'public',
    async handle({ params, search, readBody }) {
      begun += 1
      const body = await readBody(1000, 'This is over 1,000 bytes.')
      seen.push('problem' in body ? 'problem' : 'bytes')
      return 'problem' in body
        ? body.problem
        : createJsonResponse(200, { name: params['name'], at: search.get('at'), size: body.bytes.length })
    },
  },
  {
    methods: ['POST'],
    path: /^\/open$/u,
    kind: 'rest',
    access: 'public',
    isOpenToOtherSites: true,
    handle: () => Promise.resolve(createJsonResponse(200, {})),
  },
  {
    methods: ['GET'],
    path: /^\/stream$/u,
    kind: 'stream',
    access: 'public',
    handle: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        open(sink) {
          sinks.push(sink)
          sink.write(Buffer.from('data: one\n\n'))
          return () => (closed += 1)
        },
      }),
  },
]

const server = createHttpServer({
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
  publicUrl: 'http://b2b.example',
  files: new Map(),
  api: () => Promise.resolve(false),
  system: () => Promise.resolve(undefined),
  raw: routes,
  pages: { respond: () => Promise.reject(new Error('no pages')) },
  resolveCaller: () => Promise.resolve(null),
})
let origin = ''
beforeAll(async () => {
  origin = await startHttpServer(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => drainServer(server, 100))

const post = (path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { method: 'POST', body: Buffer.from(body), headers })

test('a route gets path groups, query values and the body as bytes', async () => {
  const answer = await post('/files/cover?at=3', 'hello')
  expect(await answer.json()).toEqual({ name: 'cover', at: '3', size: 5 })
})

test("refuses a body over the route's limit with its message, even above the 1 MB of calls", async () => {
  for (const size of [1001, 2_000_000]) {
    const answer = await post('/files/cover', Buffer.alloc(size))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ code: 'PAYLOAD_TOO_LARGE', message: 'This is over 1,000 bytes.' })
  }
})

test('reports an interrupted upload as a problem, not as a partial file', async () => {
  seen.length = 0
  const before = begun
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(
    'POST /files/cover HTTP/1.1\r\nhost: b2b.example\r\ncontent-length: 500\r\n\r\nonly the beginning',
  )
  await expect.poll(() => begun).toBe(before + 1)
  socket.destroy()
  await expect.poll(() => seen).toEqual(['problem'])
})

test('accepts requests from other sites only on open routes', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await post('/files/cover', 'x', foreign)).status).toBe(403)
  expect((await post('/open', 'x', foreign)).status).toBe(200)
})

test.each([
  ['two different names', ['host: b2b.example', 'host: other.example']],
  ['the same name twice', ['host: b2b.example', 'Host: b2b.example']],
])('refuses a request whose Host headers are %s', async (_name, hosts) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`POST /open HTTP/1.1\r\n${hosts.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  const answer = await readText(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('Send one Host header.')
})

const bytes = (text: string) => Buffer.from(text)

/** Opens a stream and returns its reader and sink. */
async function readStream(signal?: AbortSignal) {
  const answer = await fetch(`${origin}/stream`, signal ? { signal } : {})
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('data: one\n\n')
  return { read: async () => (await reader?.read())?.value, sink: sinks.at(-1) }
}

test('a stream runs until the reader disconnects, and is closed once', async () => {
  const abort = new AbortController()
  const { read, sink } = await readStream(abort.signal)
  sink?.write(bytes('data: two\n\n'))
  expect(await read()).toBe('data: two\n\n')
  const before = closed
  abort.abort()
  await expect.poll(() => closed).toBe(before + 1)
  sink?.write(bytes('data: to nobody\n\n'))
  sink?.end()
  expect(closed).toBe(before + 1)
})

test('a stream ended by the server is complete, and nothing can be written afterwards', async () => {
  const { read, sink } = await readStream()
  sink?.write(bytes('data: last\n\n'))
  sink?.write(bytes(''))
  sink?.end()
  sink?.write(bytes('data: late\n\n'))
  let text = ''
  for (let piece = await read(); piece !== undefined; piece = await read()) text += piece
  expect(text).toBe('data: last\n\n')
})

test('sends the same bytes to many readers', async () => {
  const both = [await readStream(), await readStream()]
  const pieces = ['ä'.repeat(40_000), 'two', 'ä'.repeat(40_000)].map(bytes)
  for (const piece of pieces) for (const { sink } of both) sink?.write(piece)
  for (const { sink } of both) sink?.end()
  for (const { read } of both) {
    let text = ''
    for (let piece = await read(); piece !== undefined; piece = await read()) text += piece
    expect(text).toBe(pieces.join(''))
  }
})

/**
 * Sends a request over its own connection and collects the response until it closes; `pause` reads nothing.
 */
function speak(request: string, pause = false) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let text = ''
  let isClosed = false
  if (pause) socket.pause()
  else socket.on('data', (piece) => (text += piece.toString()))
  socket.on('close', () => (isClosed = true)).on('error', () => undefined)
  socket.write(request)
  return { socket, text: () => text, isClosed: () => isClosed }
}

test('an HTTP/1.0 reader gets the bytes without chunk framing', async () => {
  const before = sinks.length
  const { text, isClosed } = speak('GET /stream HTTP/1.0\r\nhost: b2b.example\r\n\r\n')
  await expect.poll(() => sinks.length).toBe(before + 1)
  sinks.at(-1)?.write(bytes('data: two\n\n'))
  sinks.at(-1)?.end()
  await expect.poll(isClosed).toBe(true)
  expect(text()).toMatch(/\r\n\r\ndata: one\n\ndata: two\n\n$/)
})

test('a stream requested while another response is still being sent arrives complete', async () => {
  const before = sinks.length
  const get = 'GET /stream HTTP/1.1\r\nhost: b2b.example\r\n\r\n'
  const { text, socket } = speak(get + get)
  await expect.poll(() => sinks.length).toBe(before + 2)
  const [first, second] = sinks.slice(before)
  second?.write(bytes('data: second\n\n'))
  first?.write(bytes('data: first\n\n'))
  first?.end()
  second?.end()
  await expect.poll(() => text().match(/\r\n0\r\n\r\n/g)?.length).toBe(2)
  expect(text().match(/data: \w+/g)).toEqual(['data: one', 'data: first', 'data: one', 'data: second'])
  socket.destroy()
})

test('counts the bytes that a reader has not read, and discards them when the reader is cut off', async () => {
  const before = sinks.length
  const { socket } = speak('GET /stream HTTP/1.1\r\nhost: b2b.example\r\n\r\n', true)
  await expect.poll(() => sinks.length).toBe(before + 1)
  const sink = sinks.at(-1)
  expect(sink?.waiting()).toBe(0)
  const megabyte = Buffer.alloc(1_000_000, 'x')
  for (let count = 0; count < 20; count += 1) sink?.write(megabyte)
  // Network buffers take some of the data; the rest stays in memory.
  expect(sink?.waiting()).toBeGreaterThan(5_000_000)
  const ended = closed
  sink?.cut()
  await expect.poll(() => closed).toBe(ended + 1)
  socket.destroy()
})

test('HEAD uses the route of GET, and each other method only its own route', () => {
  expect(findRawRoute(routes, 'HEAD', '/stream')?.route.kind).toBe('stream')
  expect(findRawRoute(routes, 'GET', '/files/cover')).toBeUndefined()
  expect(findRawRoute(routes, 'POST', '/files/cover/more')).toBeUndefined()
})
