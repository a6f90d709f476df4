import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { vi } from 'vitest'
import type { RedisClient } from '~/platform/redis/connect-redis'

const WAIT = { timeout: 20_000, interval: 20 }
const NODES = 3
const SLOTS = 16_384

function startRedisProcess(folder: string, settings: string[]): ChildProcess {
  return spawn('redis-server', ['--dir', folder, '--save', '', '--appendonly', 'no', ...settings], {
    stdio: 'ignore',
  })
}

async function killRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Runs commands on one Redis, once it responds. */
async function withRedis<Result>(
  address: string | number,
  act: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(address as string, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
  redis.on('error', () => undefined)
  try {
    return await act(redis)
  } finally {
    redis.disconnect()
  }
}

/**
 * Counts the messages that arrive at the subscriptions of a connection. Call it before the subscriptions are made.
 */
export function countReceived(redis: RedisClient): () => number {
  let received = 0
  const duplicate = redis.duplicate.bind(redis) as (...options: unknown[]) => RedisClient
  redis.duplicate = ((...options: unknown[]) =>
    duplicate(...options).on('smessage', () => (received += 1))) as never
  return () => received
}

/** Starts Redis at a Unix socket, so that it needs no port. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-redis-'))
  const path = join(folder, 'redis.sock')
  const start = async () => {
    const child = startRedisProcess(folder, ['--port', '0', '--unixsocket', path])
    await withRedis(path, (redis) => redis.ping())
    return child
  }
  let child = await start()
  return {
    path,
    kill: () => killRedis(child),
    async restart() {
      await killRedis(child)
      child = await start()
    },
    async stop() {
      await killRedis(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns free ports, chosen by the kernel: Redis can't choose its own. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  for (let index = 0; index < count; index += 1) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  return ports
}

/** Starts a Redis Cluster of three nodes without replicas. A killed node doesn't stop the others. */
export async function startRedisCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-cluster-'))
  const ports = await findFreePorts(2 * NODES)
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    port: ports[index] ?? 0,
    busPort: ports[NODES + index] ?? 0,
    first: Math.floor((SLOTS * index) / NODES),
    last: Math.floor((SLOTS * (index + 1)) / NODES) - 1,
  }))
  const start = ({ port, busPort }: (typeof nodes)[number]) =>
    startRedisProcess(
      folder,
      [
        `--bind 127.0.0.1 --port ${port} --cluster-port ${busPort} --cluster-enabled yes`,
        `--cluster-config-file nodes-${port}.conf --cluster-node-timeout 1000 --cluster-require-full-coverage no`,
      ].flatMap((line) => line.split(' ')),
    )
  const children = nodes.map(start)
  for (const { port, first, last } of nodes)
    await withRedis(port, async (redis) => {
      await redis.call('CLUSTER', 'ADDSLOTSRANGE', first, last)
      for (const other of nodes)
        if (other.port !== port) await redis.call('CLUSTER', 'MEET', '127.0.0.1', other.port, other.busPort)
    })
  const isReady = ({ port }: (typeof nodes)[number]) =>
    withRedis(port, async (redis) => {
      const info = String(await redis.call('CLUSTER', 'INFO'))
      return info.includes(`cluster_slots_ok:${SLOTS}`) && info.includes('cluster_state:ok')
    })
  const waitUntilReady = async () => {
    for (const node of nodes) await vi.waitUntil(() => isReady(node), WAIT)
  }
  await waitUntilReady()
  async function findNode(key: string): Promise<number> {
    const slot = await withRedis(nodes[0]?.port ?? 0, (redis) => redis.call('CLUSTER', 'KEYSLOT', key))
    return nodes.findIndex(({ first, last }) => Number(slot) >= first && Number(slot) <= last)
  }
  return {
    /** The value of REDIS_URL. */
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    /** Returns which node has this key or channel. The first node must run. */
    findNode,
    async countSubscribers(channel: string): Promise<number> {
      const port = nodes[await findNode(channel)]?.port ?? 0
      const reply = await withRedis(port, (redis) => redis.call('PUBSUB', 'SHARDNUMSUB', channel))
      return Number((reply as unknown[])[1])
    },
    async kill(index: number) {
      const child = children[index]
      if (child) await killRedis(child)
    },
    async restart(index: number) {
      const node = nodes[index]
      if (node) children[index] = start(node)
      await waitUntilReady()
    },
    async stop() {
      for (const child of children) await killRedis(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
