import { Cluster, Redis } from 'ioredis'
import type { Logger } from '~/platform/log/log'

export type RedisClient = Redis | Cluster

// Without limits, a command in flight when Redis goes down would block its request for more than ten seconds.
const LIMITS = { maxRetriesPerRequest: 0, commandTimeout: 1_000 }

/**
 * Connects to Redis or, with several addresses separated by commas, to a Redis Cluster. All nodes of a cluster have the
 * user, password and protocol of the first address.
 */
export function connectRedis(url: string, log: Logger): RedisClient {
  const [first = '', ...others] = url.split(',')
  const redis = others.length === 0 ? new Redis(first, LIMITS) : connectCluster([first, ...others])
  redis.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  return redis
}

function connectCluster(addresses: string[]): Cluster {
  const nodes = addresses.map((address) => new URL(address))
  const [first] = nodes
  return new Cluster(
    nodes.map(({ hostname, port }) => ({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || 6379),
    })),
    {
      // Commands for a stopped shard fail immediately instead of being repeated for seconds.
      retryDelayOnFailover: 0,
      // Certificates contain the names of the nodes, not their addresses.
      dnsLookup: (host, callback) => callback(null, host),
      redisOptions: {
        ...LIMITS,
        ...(first?.username ? { username: decodeURIComponent(first.username) } : {}),
        ...(first?.password ? { password: decodeURIComponent(first.password) } : {}),
        ...(first?.protocol === 'rediss:' ? { tls: {} } : {}),
      },
    },
  )
}

/**
 * Opens the connections for subscriptions, which can't run other commands: one, or one per shard of a cluster. They retry
 * without limit: otherwise a process started while Redis is down would never subscribe.
 */
export function connectSubscriber(redis: RedisClient): RedisClient {
  const unlimited = { maxRetriesPerRequest: null, commandTimeout: undefined }
  return redis instanceof Cluster
    ? redis.duplicate([], { shardedSubscribers: true, redisOptions: unlimited })
    : redis.duplicate(unlimited)
}
