import { createHash } from 'node:crypto'
import { Kysely, type LogEvent, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import { Client, type ClientConfig, type CustomTypesConfig, Pool, types as builtIn } from 'pg'
import type { DB } from './schema'

export type Database = Kysely<DB>
export type Transaction = KyselyTransaction<DB>

// What a query answers is decided here, for this pool only: int8 (count, sum of integers, cents) as a number,
// `date` as its text, since a day has no time zone; numeric stays text, because a number would round it.
const parsers = new Map<number, (text: string) => unknown>([
  [builtIn.builtins.INT8, safeInteger],
  [builtIn.builtins.DATE, (text) => text],
])

const types: CustomTypesConfig = {
  getTypeParser: ((...[oid, format]: Parameters<typeof builtIn.getTypeParser>) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ??
    builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is too large for a number; select it as text`)
  return value
}

/**
 * A pool of at most `poolSize` connections behind Kysely. It connects on the first query; `db.destroy()` closes it.
 * Statements are prepared once per connection (see NamingClient).
 */
export function connect(options: {
  url: string
  poolSize: number
  /** Shown in pg_stat_activity. */
  name?: string
  onIdleError?: (error: Error) => void
  /** Gets the pool's counts, for figures: Kysely hides the pool. */
  onPool?: (pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>) => void
  log?: (event: LogEvent) => void
}): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.name ?? 'back-to-back',
    connectionTimeoutMillis: 10_000,
    types,
    Client: NamingClient,
  })
  // An idle connection that the server closes is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  options.onPool?.(pool)
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(options.log ? { log: options.log } : {}),
  })
}

// Statements whose text varies without end (long VALUES lists) must not fill the server's memory.
const MOST_NAMED = 500
const LONGEST_NAMED = 8_000
const CAN_BE_NAMED = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * Names each statement by a hash of its text, so that PostgreSQL parses and plans it once per connection: 31 instead of
 * 67 microseconds for a small query. The transaction's own words and text with several statements go unnamed.
 */
class NamingClient extends Client {
  readonly #names = new Map<string, string | undefined>()

  constructor(config?: string | ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (...input: unknown[]) => unknown
    const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && typeof values !== 'function' ? this.#nameOf(text) : undefined
      return name === undefined
        ? send(text, values, ...rest)
        : send({ text, name, ...(Array.isArray(values) ? { values } : {}) }, ...rest)
    }
    this.query = named as typeof this.query
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMED || text.length > LONGEST_NAMED) return undefined
    if (text.includes(';') || !CAN_BE_NAMED.test(text)) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}
