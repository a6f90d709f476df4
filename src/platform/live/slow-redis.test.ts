import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createLive } from './live'

const SUBSCRIBED = '*3\r\n$10\r\nssubscribe\r\n$16\r\nback-to-back:all\r\n:1\r\n'

/** Starts a minimal Redis server that accepts subscriptions, at a Unix socket. */
async function startRedis(path: string) {
  const sockets = new Set<Socket>()
  let subscriptions = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => {
      for (const [, command = ''] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/gu)) {
        if (command === 'ssubscribe') subscriptions += 1
        socket.write(command === 'ssubscribe' ? SUBSCRIBED : '+OK\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    subscriptions: () => subscriptions,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a process started while Redis was down subscribes once it is available', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'redis.sock')
  let tries = 0
  const redis = new Redis(path, {
    enableReadyCheck: false,
    protocol: 2,
    // Takes more than ten seconds in production: ioredis gives up commands after twenty attempts.
    retryStrategy: () => ((tries += 1), 2),
  })
  redis.on('error', () => undefined)
  const live = createLive({ redis, log: createLog({ level: 'silent' }) })
  await expect.poll(() => tries).toBeGreaterThan(100)
  const server = await startRedis(path)
  await expect.poll(server.subscriptions).toBe(1)
  await live.close()
  redis.disconnect()
  server.close()
})
