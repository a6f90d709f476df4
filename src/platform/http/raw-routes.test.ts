import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { jsonAnswer } from './answer'
import { listenAt } from './listen'
import { createMetrics } from './metrics'
import { findRawRoute, type RawRoute, type Sink } from './raw-routes'
import { createHttpServer, drain } from './server'

const seen: string[] = []
const sinks: Sink[] = []

const routes: RawRoute[] = [
  {
    methods: ['POST'],
    path: /^\/files\/(?<name>[a-z]+)$/u,
    kind: 'rest',
    async handle({ params, search, readBody }) {
      const body = await readBody(1000, 'This is over 1,000 bytes.')
      seen.push('problem' in body ? 'problem' : 'bytes')
      return 'problem' in body
        ? body.problem
        : jsonAnswer(200, { name: params['name'], at: search.get('at'), size: body.bytes.length })
    },
  },
  {
    methods: ['POST'],
    path: /^\/open$/u,
    kind: 'rest',
    isOpenToOtherSites: true,
    handle: () => Promise.resolve(jsonAnswer(200, {})),
  },
  {
    methods: ['GET'],
    path: /^\/stream$/u,
    kind: 'stream',
    handle: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        open(sink) {
          sinks.push(sink)
          sink.write('data: one\n\n')
        },
      }),
  },
]

const server = createHttpServer({
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
  publicUrl: 'http://b2b.example',
  isBehindProxy: false,
  files: new Map(),
  api: () => Promise.resolve(false),
  system: () => Promise.resolve(undefined),
  raw: routes,
  pages: { answer: () => Promise.reject(new Error('no pages')) },
  resolveCaller: () => Promise.resolve(null),
})
let origin = ''
beforeAll(async () => {
  origin = await listenAt(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => drain(server, 100))

const post = (path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { method: 'POST', body: Buffer.from(body), headers })

test('the path gives names, the query its values, and the body comes as bytes', async () => {
  const answer = await post('/files/cover?at=3', 'hello')
  expect(await answer.json()).toEqual({ name: 'cover', at: '3', size: 5 })
})

test('a body over the limit is refused with the words of the route, also over the megabyte of calls', async () => {
  for (const size of [1001, 2_000_000]) {
    const answer = await post('/files/cover', Buffer.alloc(size))
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ code: 'PAYLOAD_TOO_LARGE', message: 'This is over 1,000 bytes.' })
  }
})

test('a body that breaks off is a problem and no half of a file', async () => {
  seen.length = 0
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(
    'POST /files/cover HTTP/1.1\r\nhost: b2b.example\r\ncontent-length: 500\r\n\r\nonly the beginning',
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.destroy()
  await expect.poll(() => seen).toEqual(['problem'])
})

test('other sites may send only what is open to them', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await post('/files/cover', 'x', foreign)).status).toBe(403)
  expect((await post('/open', 'x', foreign)).status).toBe(200)
})

test('a stream goes on until one of the two ends it', async () => {
  const abort = new AbortController()
  const answer = await fetch(`${origin}/stream`, { signal: abort.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('data: one\n\n')
  const [sink] = sinks
  sink?.write('data: two\n\n')
  expect((await reader?.read())?.value).toBe('data: two\n\n')
  abort.abort()
  await expect.poll(() => sink?.closed.aborted).toBe(true)
  sink?.write('data: to nobody\n\n')
})

test('HEAD goes where GET goes, and no method goes elsewhere', () => {
  expect(findRawRoute(routes, 'HEAD', '/stream')?.route.kind).toBe('stream')
  expect(findRawRoute(routes, 'GET', '/files/cover')).toBeUndefined()
  expect(findRawRoute(routes, 'POST', '/files/cover/more')).toBeUndefined()
})
