import { connect, type Database } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch-database'
import { startSiteProxy } from '../support/haproxy'
import { startPgBouncer } from '../support/pgbouncer'
import { prepareProduct, type Product } from '../support/product'
import { type ProxiedRedis, startProxiedRedis } from '../support/proxied-redis'

export interface Cluster {
  /** The address of the first HAProxy. */
  address: string
  addresses: readonly string[]
  db: Database
  redis: ProxiedRedis
  products: readonly Product[]
  /** Starts a process, perhaps with another program, and waits until HAProxy sends requests to it. */
  restart: (index: number, program?: string) => Promise<void>
  /** Stops a process as a deploy does. */
  end: (index: number) => Promise<void>
  /** Kills a process; waits until HAProxy has noticed. */
  kill: (index: number) => Promise<void>
  stop: () => Promise<void>
}

const SERVERS = ['first', 'second', 'third'] as const

/**
 * Starts three processes that run `script`, behind HAProxy, with Redis and with one PostgreSQL that they reach through
 * PgBouncer or, if not `isPooled`, directly. `postgres` is that PostgreSQL, by default a new one. `proxies` is the number of
 * HAProxies.
 */
export async function startCluster(
  script: string,
  options: {
    isPooled?: boolean
    postgres?: { url: string; stop: () => Promise<void> }
    proxies?: number
  } = {},
): Promise<Cluster> {
  const { isPooled = true, proxies: proxyCount = 1 } = options
  const postgres = options.postgres ?? (await startScratchDatabase())
  const pooler = await startPgBouncer(postgres.url, { size: 12 })
  const redis = await startProxiedRedis()
  const proxies = await Promise.all(Array.from({ length: proxyCount }, () => startSiteProxy()))
  const addresses = proxies.map(({ address }) => address)
  const [address = ''] = addresses
  const db = connect({ url: postgres.url, poolSize: 2, onIdleError: () => undefined })
  const products = SERVERS.map(() =>
    prepareProduct(script, {
      ...(isPooled
        ? {
            DATABASE_URL: pooler.toPooledUrl(postgres.url),
            DATABASE_DIRECT_URL: postgres.url,
            DATABASE_PREPARE: 'off',
          }
        : { DATABASE_URL: postgres.url }),
      REDIS_URL: redis.url,
      PUBLIC_URL: address,
      TRUST_PROXY: 'true',
      PAYMENTS: 'sandbox',
      PUBLIC_DEMO: 'true',
    }),
  )

  async function restart(index: number, program = script): Promise<void> {
    const product = products[index]
    if (!product) throw new Error('There are three processes')
    await product.start(program)
    const { port } = new URL(product.address)
    await Promise.all(proxies.map((proxy) => proxy.lead(SERVERS[index] ?? '', Number(port))))
  }

  await Promise.all(products.map((_, index) => restart(index)))
  return {
    address,
    addresses,
    db,
    redis,
    products,
    restart,
    async end(index) {
      await products[index]?.stop()
    },
    async kill(index) {
      await products[index]?.kill()
      await Promise.all(proxies.map((proxy) => proxy.waitUntilDown(SERVERS[index] ?? '')))
    },
    async stop() {
      await Promise.all(products.map((product) => product.stop().then(() => product.remove())))
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await redis.close()
      await db.destroy()
      await pooler.stop()
      await postgres.stop()
    },
  }
}
