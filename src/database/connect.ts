import { createHash } from 'node:crypto'
import { Kysely, type LogEvent, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  types as builtIn,
} from 'pg'
import { DatabaseUnavailable, isConnectionLoss } from '~/lib/database-unavailable'
import type { Heartbeat } from './heartbeat'
import type { DB } from './schema'

export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>

// How query results of this pool are converted: int8 (count, sum of integers, cents) to a number, `date` to text,
// since a day has no time zone. numeric stays text, because a number would round it.
const parsers = new Map<number, (text: string) => unknown>([
  [builtIn.builtins.INT8, parseSafeInteger],
  [builtIn.builtins.DATE, (text) => text],
])

const types: CustomTypesConfig = {
  getTypeParser: ((...[oid, format]: Parameters<typeof builtIn.getTypeParser>) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is too large for a number; select it as text`)
  return value
}

/** Limits in milliseconds. A missing value means no limit. See ADR 0022. */
export interface Limits {
  /** Maximum wait for a connection: for a new one, or until another request releases one. */
  acquireMs?: number
  /** PostgreSQL cancels a statement after this time. */
  statementMs?: number
  /** PostgreSQL gives up waiting for a lock after this time. */
  lockMs?: number
  /** PostgreSQL ends a connection that is idle inside a transaction for longer than this. */
  idleInTransactionMs?: number
  /**
   * The client drops a connection without a response after this time. Longer than `statementMs`, so that PostgreSQL
   * cancels the statement first.
   */
  responseMs?: number
}

const DEFAULT_ACQUIRE_MS = 10_000
const KEEP_ALIVE_MS = 10_000

/**
 * Opens a pool of at most `poolSize` connections behind Kysely. It connects on the first query; `db.destroy()` closes it.
 * Statements are prepared once per connection (see ProductClient). Queries throw DatabaseUnavailable when the database
 * is down or exceeds a limit, and DatabaseError for wrong statements.
 */
export function connect(options: {
  url: string
  poolSize: number
  /** Shown in pg_stat_activity. */
  name?: string
  limits?: Limits
  /**
   * Whether the pool connects through a pooler. A pooler refuses limits as start-up parameters, so PostgreSQL's
   * limits are set on the role instead (see limit-role.ts).
   */
  isPooled?: boolean
  /** False for a pooler that gives each transaction another connection and can't prepare statements. */
  prepares?: boolean
  /** Queries fail immediately while the heartbeat reports that the database is unavailable. */
  heartbeat?: Heartbeat
  onIdleError?: (error: Error) => void
  /** Receives the pool for its metrics, because Kysely does not expose it. */
  onPool?: (pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => void
  log?: (event: LogEvent) => void
}): Database {
  const { limits = {}, heartbeat, isPooled = false, prepares = true } = options
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.name ?? 'back-to-back',
    connectionTimeoutMillis: limits.acquireMs ?? DEFAULT_ACQUIRE_MS,
    ...(isPooled ? {} : { options: formatLimits(limits) }),
    query_timeout: limits.responseMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
    Client: prepares ? ProductClient : UnpreparedClient,
  })
  // The server has closed an idle connection, which the next query replaces. Without this listener, the error would
  // end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  failWhileDatabaseIsDown(pool, heartbeat)
  options.onPool?.(pool)
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(options.log ? { log: options.log } : {}),
  })
}

/**
 * Formats limits as start-up options of PostgreSQL. A missing limit becomes 0, which means no limit, because the role
 * may have one.
 */
export function formatLimits({ statementMs, lockMs, idleInTransactionMs }: Limits): string {
  return [
    `-c statement_timeout=${statementMs ?? 0}`,
    `-c lock_timeout=${lockMs ?? 0}`,
    `-c idle_in_transaction_session_timeout=${idleInTransactionMs ?? 0}`,
  ].join(' ')
}

/**
 * Makes the pool throw DatabaseUnavailable if no connection can be acquired. Cuts all its open connections when the
 * heartbeat finds that the database no longer responds.
 */
function failWhileDatabaseIsDown(pool: Pool, heartbeat: Heartbeat | undefined): void {
  const lend = pool.connect.bind(pool) as () => Promise<PoolClient>
  const acquire = async (): Promise<PoolClient> => {
    const failure = heartbeat?.failure()
    if (failure) throw new DatabaseUnavailable(failure)
    try {
      return await lend()
    } catch (error) {
      throw wrapConnectionLoss(error)
    }
  }
  pool.connect = acquire as typeof pool.connect
  if (!heartbeat) return
  heartbeat.watch(pool)
  const open = new Set<ProductClient>()
  pool.on('connect', (client) => void (client instanceof ProductClient && open.add(client)))
  pool.on('remove', (client) => void (client instanceof ProductClient && open.delete(client)))
  heartbeat.onLost(() => {
    for (const client of open) client.cut()
  })
}

function wrapConnectionLoss(error: unknown): unknown {
  return isConnectionLoss(error) ? new DatabaseUnavailable(error) : error
}

// Limits the prepared statements per connection, because texts such as long VALUES lists vary without end and would
// fill the server's memory.
const MAX_NAMED = 500
const MAX_NAMED_LENGTH = 8_000
const CAN_BE_NAMED = /^\s*(?:select|insert|update|delete|with)\b/i
// Error codes for a canceled statement or lock wait, after which the connection still works.
const CANCELED = new Set(['57014', '55P03'])

/**
 * Prepares each statement under a hash of its text, so that PostgreSQL parses and plans it once per connection. That
 * takes 31 instead of 67 microseconds for a small query. BEGIN, COMMIT and texts with several statements are not
 * prepared. A lost connection ends only this client, not the process.
 */
class ProductClient extends Client {
  readonly #names = new Map<string, string | undefined>()

  constructor(config?: string | ClientConfig) {
    super(config)
    // Errors of the connection are ignored here, because the current or next query throws them.
    this.on('error', () => undefined)
    const send = this.query.bind(this) as (...input: unknown[]) => unknown
    const sendPrepared = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && typeof values !== 'function' ? this.findName(text) : undefined
      const sent =
        name === undefined
          ? send(text, values, ...rest)
          : send({ text, name, ...(Array.isArray(values) ? { values } : {}) }, ...rest)
      return sent instanceof Promise ? sent.catch((error: unknown) => this.#fail(error)) : sent
    }
    this.query = sendPrepared as typeof this.query
  }

  /** Ends the connection without waiting for the server; the current query fails. */
  cut(): void {
    this.end(() => undefined)
    this.connection.stream.destroy()
  }

  #fail(error: unknown): never {
    const problem = wrapConnectionLoss(error)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Otherwise the pool would hand out the broken connection again.
    if (problem !== error && !CANCELED.has(String(code))) this.cut()
    throw problem
  }

  /** Returns the name under which a statement is prepared; undefined if it isn't. */
  protected findName(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_NAMED || text.length > MAX_NAMED_LENGTH) return undefined
    if (text.includes(';') || !CAN_BE_NAMED.test(text)) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

class UnpreparedClient extends ProductClient {
  protected override findName(): undefined {
    return undefined
  }
}
