import { Client } from 'pg'
import type { Logger } from '~/platform/log/log'

const RETRY_MS = 5_000
// A machine that loses power closes no connection. PostgreSQL then ends it, and releases the lock, after 20 seconds instead
// of two hours.
const KEEP_ALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Chooses one of the processes on a database, to run the periodic tasks: the one whose connection holds an advisory
 * lock. When the leader stops or loses its connection, PostgreSQL releases the lock, and another process gets it
 * within 5 seconds. For a moment two processes can believe that they lead, so it must be safe to run a task twice.
 */
export function createLeader(options: {
  url: string
  log: Pick<Logger, 'debug'>
  onElected: () => void
  onLost: () => Promise<void>
  retryMs?: number
}): { start: () => void; isLeading: () => boolean; stop: () => Promise<void> } {
  const { url, log, onElected, onLost, retryMs = RETRY_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let client: Client | undefined
  let running = Promise.resolve()
  let isLeading = false

  const waitToRetry = () =>
    Promise.race([new Promise<void>((resolve) => setTimeout(resolve, retryMs).unref()), stopped])

  /** Waits until no other process leads, then leads until this process's connection is lost. */
  async function lead(): Promise<void> {
    const own = new Client({
      connectionString: url,
      application_name: 'back-to-back leader',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      options: KEEP_ALIVE,
    })
    const ended = new Promise<void>((resolve) => own.once('end', resolve))
    // Ignored: after an error, the connection also emits `end`.
    own.on('error', () => undefined)
    await own.connect()
    client = own
    while (!signal.aborted && !(await takeLock(own))) await Promise.race([waitToRetry(), ended])
    // The process stopped, perhaps before it was connected.
    if (signal.aborted) return own.end()
    log.debug('this process runs the periodic tasks')
    isLeading = true
    onElected()
    await ended
    isLeading = false
    await onLost()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // `lead` fails while the database is down. It is then called again.
      await lead().catch(() => undefined)
      if (!signal.aborted) await waitToRetry()
    }
  }

  return {
    start: () => void (running = run()),
    isLeading: () => isLeading,
    async stop() {
      stopping.abort()
      await client?.end()
      await running
    },
  }
}

async function takeLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isLeader: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('back-to-back leader', 0)) as "isLeader"`,
  )
  return rows[0]?.isLeader === true
}
