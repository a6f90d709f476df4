import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPages } from '~/platform/http/pages'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import { type EdgeProxy, startNginx, startVarnish } from '~tests/support/edge-proxies'
import { isLongRun } from '~tests/support/long-run'

const services = { log: createLog({ level: 'silent' }), resolveCaller: () => Promise.resolve(null) }

interface Origin {
  socket: string
  /** Paths that were rendered, with the cookies of the request. */
  rendered: string[]
  /** Answers 503 from now on, as while the database is away. */
  fail: () => void
  recover: () => void
  close: () => void
}

/** Serves pages whose text names the cookies they were rendered with. */
async function startOrigin(): Promise<Origin> {
  const socket = join(tmpdir(), `b2b-origin-${randomBytes(4).toString('hex')}.sock`)
  const rendered: string[] = []
  let isAway = false
  const pages = createPages({
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      const cookie = request.headers.get('cookie') ?? ''
      rendered.push(`${pathname} ${cookie}`)
      return new Response(`<html>${pathname} for ${cookie}</html>`, {
        status: pathname.endsWith('missing') ? 404 : 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          ...(pathname.endsWith('greeting') ? { 'set-cookie': 'seen=1' } : {}),
        },
      })
    },
    publicUrl: 'https://b2b.example',
    isCacheablePath: (path) => path.startsWith('/events'),
    sessionCookie: 'b2b_session',
    cacheMs: 0,
    hasEdgeCache: true,
    createScope: (headers) => createScope({ requestId: 'shared', ip: '', headers }, services),
  })
  const server: Server = createServer((request, response) => {
    if (request.url === '/readyz' || isAway) return void response.writeHead(isAway ? 503 : 200).end()
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    return void pages.respond(request, response, createScope({ requestId: 'own', ip: '', headers }, services))
  })
  server.listen(socket)
  await once(server, 'listening')
  return {
    socket,
    rendered,
    fail: () => (isAway = true),
    recover: () => (isAway = false),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const own = [
  { cookie: 'b2b_session=ada' },
  { cookie: '__Host-b2b_session=ada' },
  { cookie: 'seen=1; b2b_session=ada; theme=dark' },
  { cookie: 'theme=dark' },
  { cookie: 'notice=1x9k' },
  { cookie: 'language=en' },
  { authorization: 'Bearer ada' },
]
const shared = [
  {},
  { cookie: 'b2b_device=1' },
  { cookie: 'seen=1; xtheme=dark' },
  { 'accept-language': 'fr' },
]

const proxies = [
  ['nginx', startNginx],
  // Varnish needs a C compiler for its configuration, so only the long run tests it.
  ...(isLongRun ? [['Varnish', startVarnish] as const] : []),
] as const

describe.each(proxies)('%s with the configuration of deploy/', (_name, start) => {
  let origin: Origin
  let proxy: EdgeProxy
  beforeAll(async () => {
    origin = await startOrigin()
    proxy = await start([origin.socket])
  })
  afterAll(async () => {
    await proxy.stop()
    origin.close()
  })

  test('the proxy answers visitors from its cache, whatever unrelated headers their browser sends', async () => {
    const first = await proxy.get('/events/shared')
    expect(first).toMatchObject({ status: 200, body: '<html>/events/shared for language=en</html>' })
    for (const headers of shared) {
      const response = await proxy.get('/events/shared', headers)
      expect(response.body).toBe(first.body)
      // Browsers must not cache the page, because it changes after a sign-in.
      expect(response.headers['cache-control']).toBe('private, no-cache')
      expect(String(response.headers['x-cache'])).toMatch(/^HIT|STALE|UPDATING/u)
    }
    expect(origin.rendered.filter((page) => page.startsWith('/events/shared')).length).toBeLessThanOrEqual(2)
  })

  test('the proxy never answers a request with a session, a preference or a token from its cache, and never stores its page', async () => {
    for (const [index, headers] of own.entries()) {
      const path = `/events/own-${index}`
      await proxy.get(path)
      const before = origin.rendered.length
      const response = await proxy.get(path, headers)
      expect(origin.rendered.length, JSON.stringify(headers)).toBe(before + 1)
      if ('cookie' in headers && headers.cookie !== 'language=en')
        expect(response.body).not.toBe(`<html>${path} for language=en</html>`)
      expect((await proxy.get(path)).body).toBe(`<html>${path} for language=en</html>`)
    }
    // Now the first reader of each page is signed in, not a visitor.
    for (const [index, headers] of own.entries()) {
      const path = `/events/first-${index}`
      await proxy.get(path, headers)
      expect((await proxy.get(path)).body, JSON.stringify(headers)).toBe(
        `<html>${path} for language=en</html>`,
      )
    }
  })

  test('the proxy stores no page that sets a cookie, no missing page and no page outside of the cacheable paths', async () => {
    for (const path of ['/events/greeting', '/events/missing', '/checkout']) {
      for (let turn = 0; turn < 3; turn += 1) await proxy.get(path, { cookie: `seen=${turn}` })
      expect(origin.rendered.filter((page) => page.startsWith(path)).length, path).toBeGreaterThanOrEqual(3)
    }
  })

  test('the proxy serves stored pages while the product responds with 503', async () => {
    const stored = await proxy.get('/events/tonight')
    origin.fail()
    // Waits until the stored page is older than two seconds, so that the proxy has to request a new one from the
    // product.
    await expect
      .poll(
        async () => {
          const response = await proxy.get('/events/tonight')
          expect(response).toMatchObject({ status: 200, body: stored.body })
          return String(response.headers['x-cache'])
        },
        { timeout: 10_000, interval: 500 },
      )
      .toMatch(/STALE|UPDATING/u)
    expect((await proxy.get('/events/never-read')).status).toBe(503)
    expect((await proxy.get('/events/tonight', { cookie: 'b2b_session=ada' })).status).toBe(503)
    origin.recover()
  })
})
