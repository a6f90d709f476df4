import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startSiteProxy } from '~tests/support/haproxy'

const NAMES = ['first', 'second', 'third'] as const

/** Starts HAProxy in front of three processes. Only the third one has `/assets/new.js`. */
async function startSite() {
  const proxy = await startSiteProxy()
  onTestFinished(() => proxy.stop())
  let isReady = true
  for (const name of NAMES) {
    const server = createServer(({ url = '' }, response) => {
      const isMissing = url.startsWith('/assets/') && !(name === 'third' && url === '/assets/new.js')
      response.writeHead(isMissing ? 404 : isReady ? 200 : 503).end(name)
    })
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await proxy.lead(name, (server.address() as AddressInfo).port)
  }
  async function get(path: string) {
    const response = await fetch(`${proxy.address}${path}`)
    return { status: response.status, body: await response.text() }
  }
  async function makeUnready(): Promise<void> {
    isReady = false
    for (const name of NAMES) await proxy.waitUntilDown(name)
  }
  return { get, makeUnready }
}

test('HAProxy asks another process for an asset that the first ones lack', async () => {
  const { get } = await startSite()
  // HAProxy starts each request at the next process, so three requests start at every process once.
  for (const _ of NAMES) expect(await get('/assets/new.js')).toEqual({ status: 200, body: 'third' })
  expect(await get('/assets/unknown.js')).toMatchObject({ status: 404 })
})

test('HAProxy passes on the response of the product while no process is ready', async () => {
  const { get, makeUnready } = await startSite()
  expect(await get('/events')).toMatchObject({ status: 200 })
  await makeUnready()
  const { status, body } = await get('/events')
  expect(status).toBe(503)
  expect(NAMES).toContain(body)
})

test('HAProxy does not serve /metrics', async () => {
  const { get } = await startSite()
  expect(await get('/metrics')).toMatchObject({ status: 404 })
})
