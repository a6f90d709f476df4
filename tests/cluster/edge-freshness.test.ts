import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startNginx, startVarnish } from '../support/edge-proxies'
import { isLongRun } from '../support/long-run'

const proxies = [['nginx', startNginx], ...(isLongRun ? [['Varnish', startVarnish] as const] : [])] as const

/** Starts a server with this Cache-Control. Its responses are numbered. While it holds, none is sent. */
async function startOrigin(cacheControl: string) {
  const socket = join(tmpdir(), `b2b-origin-${randomBytes(4).toString('hex')}.sock`)
  const held: ServerResponse[] = []
  let count = 0
  let isHolding = false
  const server = createServer((request, response) => {
    const isCheck = request.url === '/readyz'
    if (!isCheck) count += 1
    response.setHeader('cache-control', isCheck ? 'no-store' : cacheControl)
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

describe.each(proxies)('%s', (_name, start) => {
  // Limits of a second instead of 30; those of locks instead of 5 seconds so long that the test would end first.
  const startShort = async (socket: string, edit = (text: string) => text) => {
    const proxy = await start([socket], {
      edit: (text) => edit(text.replace('req.grace = 30s', 'req.grace = 1s')),
    })
    onTestFinished(() => proxy.stop())
    return proxy
  }
  const SHORT = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
  // Longer than both. A slower machine waits longer, which changes nothing.
  const LATER_MS = 2_500

  test('shows no page that is older than its limits, although nothing has failed', async () => {
    const { socket } = await startOrigin(SHORT)
    const proxy = await startShort(socket)
    expect((await proxy.get('/events')).body).toBe('1')
    await sleep(LATER_MS)
    expect((await proxy.get('/events')).body).toBe('2')
  })

  test('equal requests for a page that is not stored do not wait for each other', async () => {
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
  const { socket } = await startOrigin('public, max-age=0, s-maxage=1, stale-while-revalidate=1')
  const proxy = await startNginx([socket], {
    edit: (text) => text.replace('error timeout http_500', 'error timeout updating http_500'),
  })
  onTestFinished(() => proxy.stop())
  expect((await proxy.get('/events')).body).toBe('1')
  await sleep(2_500)
  expect((await proxy.get('/events')).body).toBe('1')
})
