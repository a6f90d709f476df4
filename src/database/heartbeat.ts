import { Client, type Pool } from 'pg'
import { isConnectionLoss } from '~/lib/database-unavailable'

type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** Tells the pools of a process whether the database answers. */
export interface Heartbeat {
  /** Returns the reason why the database counts as unavailable; undefined while it responds. */
  failure(): Error | undefined
  onLost(listener: () => void): void
  /** Queries more often while a query of this pool waits. */
  watch(pool: PoolCounts): void
  stop(): Promise<void>
}

const BEAT_MS = 400
/** While no query waits, the heartbeat queries only once in this many intervals. */
const IDLE_BEATS = 8
const RESPONSE_MS = 1_000
const AWAY_MS = 250
const TICK_MS = 100

/**
 * Queries PostgreSQL over its own connection: every 400 ms while a query of a watched pool waits, otherwise every three
 * seconds, and every 250 ms while it is unavailable. Without it, a frozen server or network would hold every request
 * until its statement limit. A short statement limit instead would cancel legitimate slow queries.
 */
export function startHeartbeat(options: {
  url: string
  log: { info: (message: string) => void; error: (message: string) => void }
  responseMs?: number
}): Heartbeat {
  const { url, log, responseMs = RESPONSE_MS } = options
  const listeners: (() => void)[] = []
  const pools: PoolCounts[] = []
  let failure: Error | undefined
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function queryDatabase(): Promise<void> {
    if (!client) {
      client = new Client({ connectionString: url, application_name: 'back-to-back heartbeat' })
      client.on('error', () => undefined)
      await withTimeout(responseMs, client.connect())
    }
    await withTimeout(responseMs, client.query('select 1'))
  }

  function closeConnection(): void {
    client?.end(() => undefined)
    client?.connection.stream.destroy()
    client = undefined
  }

  async function runBeat(): Promise<void> {
    const hadConnection = client !== undefined
    try {
      await queryDatabase().catch((error: unknown) => {
        closeConnection()
        // An administrator may have ended only this connection, so try a new one. Don't retry after a timeout.
        if (error instanceof ResponseTimeout || !hadConnection || isStopped) throw error
        return queryDatabase()
      })
      if (failure) log.info('the database answers again')
      failure = undefined
    } catch (error) {
      closeConnection()
      if (!isStopped) reportOutage(error)
    }
    if (isStopped) return closeConnection()
    scheduleBeat(IDLE_BEATS)
  }

  function scheduleBeat(beats: number): void {
    timer = setTimeout(
      () => {
        if (beats <= 1 || failure || pools.some(isInUse)) void runBeat()
        else scheduleBeat(beats - 1)
      },
      failure ? AWAY_MS : BEAT_MS,
    )
    timer.unref()
  }

  function reportOutage(error: unknown): void {
    // “Too many connections” is not an outage: the server answers, and the pools keep their open connections.
    const isFull = error instanceof Error && 'code' in error && error.code === '53300'
    if (isFull || !(error instanceof ResponseTimeout || isConnectionLoss(error))) return
    const wasAway = failure !== undefined
    failure = error as Error
    if (wasAway) return
    log.error(`the database does not answer: ${failure.message || 'no connection'}`)
    for (const listener of listeners) listener()
  }

  const running = runBeat()
  return {
    failure: () => failure,
    onLost: (listener) => void listeners.push(listener),
    watch: (pool) => void pools.push(pool),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      closeConnection()
    },
  }
}

/** Whether a query runs or waits for a connection. */
function isInUse({ totalCount, idleCount, waitingCount }: PoolCounts): boolean {
  return totalCount > idleCount || waitingCount > 0
}

class ResponseTimeout extends Error {}

/**
 * Rejects after `ms`, counted in timer ticks. Wall time would count the time in which a busy or paused process cannot
 * read a response that has arrived.
 */
async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let ticks: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    let left = ms / TICK_MS
    ticks = setInterval(() => {
      left -= 1
      if (left <= 0) reject(new ResponseTimeout(`no answer within ${ms} ms`))
    }, TICK_MS)
    ticks.unref()
  })
  // The connection is dropped after the timeout, which rejects `work` as well.
  work.catch(() => undefined)
  try {
    await Promise.race([work, timeout])
  } finally {
    clearInterval(ticks)
  }
}
