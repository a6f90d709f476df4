import type { Configuration } from '~/platform/config/configuration'
import type { LogEvent } from 'kysely'
import { type Database, type Limits, connect } from './connect'
import { startEmbeddedPostgres } from './embedded'
import type { Log } from './embedded-process'
import { startHeartbeat } from './heartbeat'
import { limitRole } from './limit-role'
import { migrate } from './migrate'
import { openReplica } from './replica'

export interface OpenDatabase {
  /** For commands and seeding; no statement limit. */
  db: Database
  /** The address of PostgreSQL itself. */
  url: string
  /** The pooler that requests connect through, if there is one. */
  poolerUrl?: string | undefined
  /** Names of the schema files, functions and migrations that ran at this start. */
  migrated: string[]
  close: () => Promise<void>
}

/** The pools of a process that answers requests. See ADR 0022. */
export interface ServingDatabase {
  db: Database
  /** For session look-ups and sales, which must not wait behind a slow page. */
  priorityDb: Database
  /** For jobs, which may take minutes. */
  backgroundDb: Database
  /** Returns the pool of the replica while it can be read; undefined if there is none. */
  findReplica?: () => Database | undefined
  /** Returns the bytes that the replica has yet to replay, see replica.ts. Undefined if there is no replica. */
  measureReplicaLag?: () => Promise<number | undefined>
  /** Whether the database answered the last check of its connection. */
  isAvailable: () => boolean
  url: string
  /** Open connections of the request pool, and queries waiting for one. */
  poolCounts: () => { total: number; idle: number; waiting: number }
  close: () => Promise<void>
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const REQUEST_LIMITS: Limits = {
  acquireMs: 1.5 * SECOND,
  statementMs: 15 * SECOND,
  lockMs: 5 * SECOND,
  idleInTransactionMs: 30 * SECOND,
  responseMs: 20 * SECOND,
}
const BACKGROUND_LIMITS: Limits = {
  acquireMs: 30 * SECOND,
  statementMs: 10 * MINUTE,
  lockMs: MINUTE,
  idleInTransactionMs: 10 * MINUTE,
  responseMs: 11 * MINUTE,
}
// Short, because a call that fails on the replica is repeated on the primary.
const REPLICA_LIMITS: Limits = {
  ...REQUEST_LIMITS,
  acquireMs: SECOND,
  statementMs: 2 * SECOND,
  responseMs: 3 * SECOND,
}
const PRIORITY_CONNECTIONS = 5
const BACKGROUND_CONNECTIONS = 6

/**
 * Opens the configured database and migrates it: DATABASE_URL, or the built-in PostgreSQL in the data folder. `close`
 * waits for running queries, then stops the built-in PostgreSQL. Throws Errors with readable messages.
 */
export async function openDatabase(
  config: Pick<Configuration, 'dataDir' | 'databaseUrl'> & Partial<Pick<Configuration, 'databaseDirectUrl'>>,
  options: { log: Log; poolSize: number },
): Promise<OpenDatabase> {
  const { log, poolSize } = options
  const server =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : undefined
  const url = server?.url ?? config.databaseDirectUrl ?? config.databaseUrl ?? ''
  const poolerUrl = config.databaseDirectUrl === undefined ? undefined : config.databaseUrl
  try {
    const migrated = await migrate(url)
    if (poolerUrl !== undefined) await limitRole({ url, poolerUrl }, REQUEST_LIMITS)
    const db = connect({ url, poolSize, onIdleError: (error) => log.error(error.message) })
    const close = async (): Promise<void> => {
      await db.destroy()
      await server?.stop()
    }
    return { db, url, poolerUrl, migrated, close }
  } catch (error) {
    await server?.stop()
    throw error
  }
}

/** Adds the pools and the heartbeat of a serving process to an open database. `close` closes both. */
export function openConnectionPools(
  database: OpenDatabase,
  options: {
    log: Log
    poolSize: number
    prepares?: boolean
    replicaUrl?: string | undefined
    /** Receives each statement after it has run. */
    onStatement?: ((event: LogEvent) => void) | undefined
    /** Milliseconds of the clock that decides whether the replica is too old to read; it never goes backwards. */
    now?: () => number
  },
): ServingDatabase {
  const { log, poolSize, prepares = true, replicaUrl, now, onStatement } = options
  const { url, poolerUrl } = database
  const requestUrl = poolerUrl ?? url
  const isPooled = poolerUrl !== undefined
  const heartbeat = startHeartbeat({ url: requestUrl, log })
  const onIdleError = (error: Error) => log.error(`a database connection was lost: ${error.message}`)
  let counts = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  const traced = onStatement && { log: onStatement }
  const forRequests = {
    ...traced,
    url: requestUrl,
    isPooled,
    prepares,
    limits: REQUEST_LIMITS,
    heartbeat,
    onIdleError,
  }
  const db = connect({ ...forRequests, poolSize, onPool: (pool) => (counts = pool) })
  const priorityDb = connect({
    ...forRequests,
    name: 'back-to-back priority',
    poolSize: PRIORITY_CONNECTIONS,
  })
  // Connects past the pooler, because jobs need longer limits than those of the role.
  const backgroundDb = connect({
    ...traced,
    url,
    name: 'back-to-back background',
    poolSize: BACKGROUND_CONNECTIONS,
    limits: BACKGROUND_LIMITS,
    heartbeat,
    onIdleError,
  })
  const connectReplica = (to: string, name: string, size: number) =>
    connect({
      ...traced,
      url: to,
      name,
      poolSize: size,
      isPooled,
      prepares,
      limits: REPLICA_LIMITS,
      onIdleError,
    })
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica({
          db: connectReplica(replicaUrl, 'back-to-back replica', poolSize),
          checkDb: connectReplica(replicaUrl, 'back-to-back replica check', 1),
          primaryDb: priorityDb,
          log,
          ...(now && { now }),
        })
  return {
    db,
    priorityDb,
    backgroundDb,
    ...(replica && { findReplica: replica.find, measureReplicaLag: replica.measureLag }),
    isAvailable: () => heartbeat.failure() === undefined,
    url,
    poolCounts: () => ({ total: counts.totalCount, idle: counts.idleCount, waiting: counts.waitingCount }),
    async close() {
      await heartbeat.stop()
      await replica?.close()
      await Promise.all([db, priorityDb, backgroundDb].map((database) => database.destroy()))
      await database.close()
    },
  }
}
