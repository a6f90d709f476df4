import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createJsonResponse } from './http-response'
import { createMetrics } from './metrics'
import { createHttpServer, drainServer } from './server'
import type { Slowness } from './slow-body'

const upload = {
  methods: ['POST'],
  path: /^\/api\/v1\/upload$/u,
  kind: 'rest',
  access: 'public',
  isOpenToOtherSites: true,
  handle: async ({ readBody }) => {
    const body = await readBody(1_000_000, 'too large')
    return 'problem' in body ? body.problem : createJsonResponse(200, { bytes: body.bytes.length })
  },
} satisfies Parameters<typeof createHttpServer>[0]['raw'][number]

const trickleLimit = { checkMs: 20, rates: [{ checks: 10, bytesPerCheck: 100 }] }

async function startServer(slowness: Slowness): Promise<{ server: Server; port: number }> {
  const server = createHttpServer({
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    publicUrl: 'http://b2b.example',
    files: new Map(),
    api: () => Promise.resolve(false),
    system: (path) =>
      Promise.resolve(path === '/healthz' ? createJsonResponse(200, { status: 'ok' }) : undefined),
    pages: { respond: () => Promise.reject(new Error('no pages')) },
    raw: [upload],
    resolveCaller: () => Promise.resolve(null),
    slowness,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

let server: Server
let port: number

beforeAll(async () => {
  ;({ server, port } = await startServer(trickleLimit))
})
afterAll(() => drainServer(server))

async function open(text: string, to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const openSlowly = (to: number) =>
  Promise.all(Array.from({ length: 500 }, () => open('GET / HTTP/1.1\r\nx-slow: ', to)))

const HEAD = 'POST /api/v1/upload HTTP/1.1\r\nhost: b2b.example\r\ncontent-length: 50000\r\n\r\n'

/** Resolves when a socket closes, also by a reset, which `once` would report as an error. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve()).resume()
  })
}

/** Sends a byte at intervals until the server ends the connection. */
async function trickle(socket: Socket, byte: string): Promise<void> {
  const drip = setInterval(() => socket.write(byte), 20)
  await closed(socket)
  clearInterval(drip)
}

test('a server answers other clients while 500 clients send their headers slowly', async () => {
  const slow = await openSlowly(port)
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
  expect(slow.filter(({ closed }) => closed)).toEqual([])
})

// On its own server, because the timeout could also end the requests of the other tests on a busy machine.
test('disconnects 500 clients with slow headers', async () => {
  const strict = await startServer({ headersMs: 200, checkMs: 20 })
  await Promise.all((await openSlowly(strict.port)).map(closed))
  await drainServer(strict.server)
})

test('disconnects a client that sends its body too slowly', async () => {
  await trickle(await open(HEAD), 'x')
})

test('disconnects a client that sends all but the last byte immediately and then waits', async () => {
  const socket = await open(HEAD)
  socket.write(Buffer.alloc(49_999))
  await closed(socket)
})

test('accepts a body that arrives fast enough', async () => {
  const body = new Uint8Array(50_000)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/upload`, { method: 'POST', body })
  expect(await answer.json()).toEqual({ bytes: 50_000 })
})
