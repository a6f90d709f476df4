import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startNginx } from '~tests/support/edge-proxies'

/** Starts a server that has these paths and returns its socket. */
async function startRelease(paths: string[]): Promise<string> {
  const socket = join(tmpdir(), `b2b-release-${randomBytes(4).toString('hex')}.sock`)
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    response.writeHead(paths.includes(pathname) ? 200 : 404).end()
  })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(socket), 'listening')
  return socket
}

test('nginx asks another process for an asset that the older release lacks', async () => {
  const older = await startRelease(['/readyz', '/assets/a-1.js'])
  const newer = await startRelease(['/readyz', '/assets/a-1.js', '/assets/a-2.js', '/a-2.js'])
  const proxy = await startNginx([older, newer])
  onTestFinished(() => proxy.stop())
  // nginx alternates between the servers, and the query bypasses its cache.
  const requestFourTimes = async (path: string) => {
    const statuses: number[] = []
    for (const query of ['1', '2', '3', '4']) statuses.push((await proxy.get(`${path}?${query}`)).status)
    return statuses
  }
  expect(await requestFourTimes('/assets/a-2.js')).toEqual([200, 200, 200, 200])
  expect(await requestFourTimes('/assets/a-1.js')).toEqual([200, 200, 200, 200])
  // Control: for paths outside /assets, nginx returns the response of the first server that it asks, even a 404.
  expect(await requestFourTimes('/a-2.js')).toContain(404)
  expect(await requestFourTimes('/assets/a-0.js')).toEqual([404, 404, 404, 404])
})
