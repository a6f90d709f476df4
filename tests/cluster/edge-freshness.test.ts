import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EdgeProxy, startNginx, startVarnish } from '../support/edge-proxies'
import { isLongRun } from '../support/long-run'

const proxies = [['nginx', startNginx], ...(isLongRun ? [['Varnish', startVarnish] as const] : [])] as const

const SHORT = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
const LONGER = 'public, max-age=0, s-maxage=3'

/**
 * Starts a server whose responses have this Cache-Control, except /discover, which has `LONGER`. The responses of each
 * path are numbered. Between `hold` and `release` the server sends no response.
 */
async function startOrigin(cacheControl: string) {
  const socket = join(tmpdir(), `b2b-origin-${randomBytes(4).toString('hex')}.sock`)
  const held: ServerResponse[] = []
  const counts: Record<string, number> = {}
  let isHolding = false
  const server = createServer((request, response) => {
    const { url = '' } = request
    const isCheck = url === '/readyz'
    const count = (counts[url] ?? 0) + 1
    counts[url] = count
    const ownControl = url === '/discover' ? LONGER : cacheControl
    response.setHeader('cache-control', isCheck ? 'no-store' : ownControl)
    if (isHolding && !isCheck) held.push(response)
    else response.end(String(count))
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(socket), 'listening')
  return {
    socket,
    held,
    hold: () => (isHolding = true),
    release: () => held.forEach((response) => response.end()),
  }
}

/** Reads /events, then waits until /discover, which was stored later and for longer, has expired. */
async function waitUntilExpired(proxy: EdgeProxy): Promise<void> {
  expect((await proxy.get('/events')).body).toBe('1')
  expect((await proxy.get('/discover')).body).toBe('1')
  await expect.poll(async () => (await proxy.get('/discover')).body, { interval: 200 }).toBe('2')
}

describe.each(proxies)('%s', (_name, start) => {
  // The proxy may serve a stale page for 1 second instead of 30. `edit` makes further changes to the configuration.
  const startShort = async (socket: string, edit = (text: string) => text) => {
    const proxy = await start([socket], {
      edit: (text) => edit(text.replace('req.grace = 30s', 'req.grace = 1s')),
    })
    onTestFinished(() => proxy.stop())
    return proxy
  }

  test('the proxy shows no page that is older than its limits while the server works', async () => {
    const { socket } = await startOrigin(SHORT)
    const proxy = await startShort(socket)
    await waitUntilExpired(proxy)
    expect((await proxy.get('/events')).body).toBe('2')
  })

  test('requests for the same page do not wait for each other if it must not be stored', async () => {
    const origin = await startOrigin('private, no-cache')
    const replaceRules = (text: string) =>
      text.replace(
        'proxy_cache $cache;',
        'proxy_cache $cache; proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h;',
      )
    const proxy = await startShort(origin.socket, replaceRules)
    await proxy.get('/auth')
    origin.hold()
    const responses = [1, 2, 3].map(() => proxy.get('/auth'))
    await expect.poll(() => origin.held.length).toBe(3)
    origin.release()
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

test('control: with `updating`, nginx shows a page that is older than its limits', async () => {
  const { socket } = await startOrigin(SHORT)
  const proxy = await startNginx([socket], {
    edit: (text) => text.replace('error timeout http_500', 'error timeout updating http_500'),
  })
  onTestFinished(() => proxy.stop())
  await waitUntilExpired(proxy)
  expect((await proxy.get('/events')).body).toBe('1')
})
