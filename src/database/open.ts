import type { Configuration } from '~/platform/config/configuration'
import { type Database, connect } from './connect'
import { startEmbeddedPostgres } from './embedded'
import type { Log } from './embedded-process'
import { migrate } from './migrate'

export interface OpenDatabase {
  db: Database
  url: string
  /** Names of the migrations that ran now. */
  migrated: string[]
  /** Connections of the pool now, and queries that wait for one. */
  poolCounts: () => { total: number; idle: number; waiting: number }
  close: () => Promise<void>
}

/**
 * The database that the configuration names, migrated and connected: DATABASE_URL, or the built-in PostgreSQL in the data
 * folder. `close` waits for running queries, then stops what was started here. Throws Errors with words for a person.
 */
export async function openDatabase(
  config: Pick<Configuration, 'dataDir' | 'databaseUrl'>,
  options: { log: Log; poolSize: number },
): Promise<OpenDatabase> {
  const { log, poolSize } = options
  const server =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : undefined
  const url = server?.url ?? config.databaseUrl ?? ''
  try {
    const migrated = await migrate(url)
    let counts = { totalCount: 0, idleCount: 0, waitingCount: 0 }
    const db = connect({
      url,
      poolSize,
      onIdleError: (error) => log.error(error.message),
      onPool: (pool) => (counts = pool),
    })
    const poolCounts = () => ({
      total: counts.totalCount,
      idle: counts.idleCount,
      waiting: counts.waitingCount,
    })
    const close = async (): Promise<void> => {
      await db.destroy()
      await server?.stop()
    }
    return { db, url, migrated, poolCounts, close }
  } catch (error) {
    await server?.stop()
    throw error
  }
}
