import { startProxy } from '../../bench/chaos/proxy'
import { startRedis } from './redis-server'

export interface ProxiedRedis {
  url: string
  /** Until `restart`, the address closes every connection. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Starts Redis behind a proxy with a port, since it can't choose one. It stores nothing, so a restart forgets everything. */
export async function startProxiedRedis(): Promise<ProxiedRedis> {
  const redis = await startRedis()
  const proxy = await startProxy()
  proxy.lead({ path: redis.path })
  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    kill: redis.kill,
    restart: () => redis.restart(),
    async close() {
      await redis.stop()
      await proxy.close()
    },
  }
}
