import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ServerResponse, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCaddy } from '~tests/support/edge-proxies'

interface Server {
  socket: string
  /** The requests that arrived, without those of the health check. */
  requests: string[]
  checks: number
  isReady: boolean
  isBroken: boolean
  stop: () => void
}

/** Starts a server with these assets, which answers all other paths with its name. */
async function startServer(name: string, assets: string[] = []): Promise<Server> {
  const socket = join(tmpdir(), `b2b-${name}-${randomBytes(4).toString('hex')}.sock`)
  function respond(method: string, url: string, response: ServerResponse): void {
    server.requests.push(`${method} ${url}`)
    if (server.isBroken) response.destroy()
    else if (url.startsWith('/assets/')) response.writeHead(assets.includes(url) ? 200 : 404).end(name)
    else response.writeHead(server.isReady ? 200 : 503).end(name)
  }
  const http = createServer(({ url = '', method = '' }, response) => {
    if (url === '/readyz') {
      server.checks += 1
      response.writeHead(server.isReady ? 200 : 503).end()
    } else respond(method, url, response)
  })
  const stop = () => {
    http.close()
    http.closeAllConnections()
  }
  const server: Server = { socket, requests: [], checks: 0, isReady: true, isBroken: false, stop }
  onTestFinished(stop)
  await once(http.listen(socket), 'listening')
  return server
}

async function startSite({
  assets = [[], []],
  edit,
}: { assets?: [string[], string[]]; edit?: (text: string) => string } = {}) {
  const first = await startServer('first', assets[0])
  const second = await startServer('second', assets[1])
  const proxy = await startCaddy([first.socket, second.socket], edit && { edit })
  onTestFinished(() => proxy.stop())
  /** Returns the names of the servers that answer four requests. */
  async function listServers(): Promise<string[]> {
    const names: string[] = []
    for (let count = 0; count < 4; count += 1) names.push((await proxy.get('/')).body)
    return names
  }
  return { first, second, proxy, listServers }
}

function post(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/buy', method: 'POST', headers: { host: 'b2b.example' } })
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
    // The request has no body: before version 2.11.4, Caddy can't send a body to a second process.
    sent.end()
  })
}

test('Caddy sends no request to a stopping process, and sends requests again once it is ready', async () => {
  const { first, second, listServers } = await startSite()
  second.isReady = false
  await vi.waitFor(async () => expect(await listServers()).toEqual(Array(4).fill('first')))
  Object.assign(first, { isReady: false })
  second.isReady = true
  await vi.waitFor(async () => expect(await listServers()).toEqual(Array(4).fill('second')))
  first.isReady = true
  await vi.waitFor(async () => expect(new Set(await listServers()).size).toBe(2))
})

test('no request fails when a process is killed', async () => {
  const { first, second, proxy, listServers } = await startSite()
  first.stop()
  expect(await listServers()).toEqual(Array(4).fill('second'))
  expect(await post(proxy.socket)).toBe(200)
  expect(second.requests).toContain('POST /buy')
})

test('Caddy does not repeat a write at another process if the first one may have done it', async () => {
  const { first, second, proxy } = await startSite()
  first.isBroken = true
  second.isBroken = true
  expect(await post(proxy.socket)).toBe(502)
  expect([...first.requests, ...second.requests]).toEqual(['POST /buy'])
})

test('Caddy asks the other process for an asset that the first one lacks', async () => {
  const { proxy } = await startSite({
    assets: [['/assets/a-1.js'], ['/assets/a-1.js', '/assets/a-2.js']],
  })
  const statuses = await Promise.all(
    ['/assets/a-1.js', '/assets/a-2.js', '/assets/a-3.js'].map(
      async (path) => (await proxy.get(path)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 404])
})

test.each([
  {
    name: 'Caddy passes on the response of the product while no process is ready',
    bodies: ['first', 'second'],
  },
  {
    name: 'control: without its rule, Caddy responds itself',
    bodies: [''],
    edit: (text: string) => text.replace(/handle_errors \{.*?\n\t\}/su, ''),
  },
])('$name', async ({ bodies, edit }) => {
  const { first, second, proxy } = await startSite(edit && { edit })
  for (const server of [first, second]) {
    server.isReady = false
    const { checks } = server
    // When the second health check arrives, Caddy has processed the response to the first one.
    await vi.waitUntil(() => server.checks >= checks + 2)
  }
  const { status, body } = await proxy.get('/events')
  expect(status).toBe(503)
  expect(bodies).toContain(body)
})

test('Caddy does not serve /metrics', async () => {
  const { first, second, proxy } = await startSite()
  expect((await proxy.get('/metrics')).status).toBe(404)
  expect([...first.requests, ...second.requests]).toEqual([])
})
