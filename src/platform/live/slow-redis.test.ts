import { createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createLive } from './live'

const SUBSCRIBED = '*3\r\n$9\r\nsubscribe\r\n$17\r\nback-to-back:live\r\n:1\r\n'

/** A minimal Redis server that accepts subscriptions. */
function startEars(port: number) {
  const sockets = new Set<Socket>()
  let ears = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => {
      for (const [, command = ''] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/gu)) {
        if (command === 'subscribe') ears += 1
        socket.write(command === 'subscribe' ? SUBSCRIBED : '+OK\r\n')
      }
    })
  })
  return new Promise<{ port: number; ears: () => number; close: () => void }>((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        ears: () => ears,
        close() {
          for (const socket of sockets) socket.destroy()
          server.close()
        },
      })
    })
  })
}

test('a process started while Redis was down subscribes once it is available', async () => {
  const before = await startEars(0)
  before.close()
  let tries = 0
  const redis = new Redis(before.port, '127.0.0.1', {
    enableReadyCheck: false,
    protocol: 2,
    // Takes more than ten seconds in production: ioredis gives up commands after twenty attempts.
    retryStrategy: () => ((tries += 1), 2),
  })
  redis.on('error', () => undefined)
  const live = createLive({ redis, log: createLog({ level: 'silent' }) })
  await expect.poll(() => tries).toBeGreaterThan(100)
  const there = await startEars(before.port)
  await expect.poll(there.ears).toBe(1)
  await live.close()
  redis.disconnect()
  there.close()
})
