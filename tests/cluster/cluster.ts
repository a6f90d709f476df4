import { connect, type Database } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch-database'
import { startSiteProxy } from '../support/haproxy'
import { startPgBouncer } from '../support/pgbouncer'
import { prepareProduct, type Product } from '../support/product'
import { type ProxiedRedis, startProxiedRedis } from '../support/proxied-redis'

export interface Cluster {
  /** Of HAProxy. */
  address: string
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
 * PgBouncer or, if not `isPooled`, directly. `postgres` is that PostgreSQL, by default a new one.
 */
export async function startCluster(
  script: string,
  options: { isPooled?: boolean; postgres?: { url: string; stop: () => Promise<void> } } = {},
): Promise<Cluster> {
  const { isPooled = true } = options
  const postgres = options.postgres ?? (await startScratchDatabase())
  const pooler = await startPgBouncer(postgres.url, { size: 12 })
  const redis = await startProxiedRedis()
  const proxy = await startSiteProxy()
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
      PUBLIC_URL: proxy.address,
      TRUST_PROXY: 'true',
      PAYMENTS: 'sandbox',
      PUBLIC_DEMO: 'true',
    }),
  )

  async function restart(index: number, program = script): Promise<void> {
    const product = products[index]
    if (!product) throw new Error('There are three processes')
    await product.start(program)
    await proxy.lead(SERVERS[index] ?? '', Number(new URL(product.address).port))
  }

  await Promise.all(products.map((_, index) => restart(index)))
  return {
    address: proxy.address,
    db,
    redis,
    products,
    restart,
    async end(index) {
      await products[index]?.stop()
    },
    async kill(index) {
      await products[index]?.kill()
      await proxy.waitUntilDown(SERVERS[index] ?? '')
    },
    async stop() {
      await Promise.all(products.map((product) => product.stop().then(() => product.remove())))
      await proxy.stop()
      await redis.close()
      await db.destroy()
      await pooler.stop()
      await postgres.stop()
    },
  }
}
