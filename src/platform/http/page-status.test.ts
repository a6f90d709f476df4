import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { startHttpServer } from './listen'
import { createMetrics } from './metrics'
import { createPages } from './pages'
import { createScope, findScope, type RequestScope } from './request-scope'
import { createHttpServer, drainServer } from './server'

const log = createLog({ level: 'silent' })
const resolveCaller = () => Promise.resolve(null)
let refused: RequestScope['refused']

const pages = createPages({
  fetch: () => {
    const scope = findScope()
    if (scope && refused) scope.refused = refused
    return new Response('<p>Something went wrong</p>', {
      status: 500,
      headers: { 'content-type': 'text/html' },
    })
  },
  publicUrl: 'http://b2b.example',
  isCacheablePath: () => false,
  sessionCookie: 'session',
  createScope: (headers) => createScope({ requestId: 'r', ip: '', headers }, { log, resolveCaller }),
})
const server = createHttpServer({
  log,
  metrics: createMetrics(),
  publicUrl: 'http://b2b.example',
  files: new Map(),
  api: () => Promise.resolve(false),
  system: () => Promise.resolve(undefined),
  raw: [],
  pages,
  resolveCaller,
})
let origin = ''
beforeAll(async () => {
  origin = await startHttpServer(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => drainServer(server, 100))

test.each([
  { refused: undefined, status: 500, retryAfter: null },
  { refused: { status: 400 } as const, status: 400, retryAfter: null },
  { refused: { status: 429, retryAfterSeconds: 40 } as const, status: 429, retryAfter: '40' },
])('a page whose call was refused has the status $status', async (given) => {
  refused = given.refused
  const answer = await fetch(`${origin}/auth/reset`, { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(given.status)
  expect(answer.headers.get('retry-after')).toBe(given.retryAfter)
})
