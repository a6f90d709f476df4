import { CompiledQuery, type QueryResult } from 'kysely'
import { type JobInsert, type JobResult, PgBoss, type QueueOptions, type QueueResult } from 'pg-boss'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'
import { watchDueQueues } from './due-queues'
import { createLeader } from './leader'
import { measureQueues, type QueueFigures } from './measure-queues'
import { createRateLimiter, type Pace } from './rate-limiter'
import { createTimers } from './timers'
import { addTraceparent, runTracedJob } from '~/platform/telemetry/tracing'

/** A Kysely instance or transaction with any tables. */
export interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

export interface EnqueueOptions {
  /** While a job with this key waits, further jobs with the same name and key are dropped. */
  singletonKey?: string
  startAfter?: Date
}

export interface WorkOptions {
  /** Retries after the first failure, with growing delays. Eight retries take about an hour. */
  retries?: number
  /** Rate limit for the jobs of this name in this process. Without it, a batch of 20 runs at the same time. */
  pace?: Pace
  /**
   * Deletes the job once it has succeeded, instead of storing it for some days. For payloads with personal data that is
   * stored nowhere else.
   */
  leavesNoTrace?: boolean
}

/** A job that used up its retries. Deleted after a week. */
export interface FailedJob {
  id: string
  name: string
  payload: object
  failedAt: Date
  reason: string
}

export type JobHandler<Payload> = (payload: Payload) => Promise<void>

export interface Jobs {
  /**
   * Enqueues a job. In a transaction, the job exists only if the transaction commits. Payloads are JSON, stored
   * unencrypted (no secrets), and may be handled more than once: handlers must be idempotent.
   */
  enqueue(db: Executor, name: string, payload: object, options?: EnqueueOptions): Promise<void>
  enqueueMany(db: Executor, name: string, payloads: readonly object[]): Promise<void>
  /**
   * Registers a handler. Call before `start`. If the handler throws, the job is retried later with the same payload.
   * Returns the handler.
   */
  work<Payload extends object>(
    name: string,
    handler: JobHandler<Payload>,
    options?: WorkOptions,
  ): JobHandler<Payload>
  /**
   * Runs a task every `seconds`, first after one interval, in only one process. When that process ends, another one
   * takes over (see leader.ts). After a run that returned 0 because there was nothing to do, the next run is in
   * `idleSeconds`. Runs don't overlap, and errors are logged.
   */
  every(seconds: number, name: string, run: () => Promise<unknown>, idleSeconds?: number): void
  /** Returns idle periodic tasks of this process to their normal interval, because a request changed something. */
  wakeIdleTasks(): void
  listFailed(db: Executor, names: readonly string[], limit: number): Promise<FailedJob[]>
  countFailed(db: Executor, names: readonly string[]): Promise<number>
  /** Returns the figures of every queue with a worker. */
  measureQueues(db: Executor): Promise<QueueFigures[]>
  /** Whether this process runs the periodic tasks. */
  isLeading(): boolean
  /** Retries a failed job of one of these names immediately, in the transaction. Returns false if it has not failed. */
  retry(db: Executor, names: readonly string[], id: string): Promise<boolean>
  /**
   * Deletes waiting, finished and failed jobs with this value in their payload or error message, such as the address of
   * a deleted account.
   */
  forget(db: Executor, key: string, value: string): Promise<void>
  /** `works`: whether this process also runs jobs and periodic tasks, or only enqueues jobs for others. */
  start(works?: boolean): Promise<void>
  /** Waits up to 10 seconds for running jobs. The next process retries those that were interrupted. */
  stop(): Promise<void>
}

interface Worker {
  handler: JobHandler<never>
  options: WorkOptions
  id?: string
}

// Limits that pg-boss passes to pg. Its own statements are short, and the work of a job uses another pool.
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  query_timeout: 65_000,
}

// A batch that takes longer counts as failed, and its jobs are retried. See the deadlines in mailer.ts.
const EXPIRY_SECONDS = 300
const BATCH = 20
// pg-boss polls every queue; due-queues.ts finds due jobs with one query, so this polling only finds jobs that it
// misses.
const POLLING_SECONDS = 300
// In jobs. The jobs after a batch wait until all of it has ended; with larger batches, they wait less often.
const RATE_LIMITED_BATCH = 50
/** How long a stop waits for jobs in progress. */
export const JOB_PATIENCE_MS = 10_000

/**
 * Creates the job queue with pg-boss, in its own schema `pgboss` of the same database, with three connections of its
 * own.
 */
export function createJobs({
  url,
  log,
  patienceMs = JOB_PATIENCE_MS,
}: {
  url: string
  log: Logger
  patienceMs?: number
}): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    max: 3,
    application_name: 'back-to-back jobs',
    schedule: false,
    // The interval for jobs that depend on other jobs. It is long, because the product has no such jobs.
    flowIntervalSeconds: POLLING_SECONDS,
    ...LIMITS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs: the queue reports an error'))
  const workers = new Map<string, Worker>()
  const timers = createTimers(log)
  const leader = createLeader({
    url,
    log,
    onElected: () => timers.start(),
    onLost: () => timers.stop(),
  })
  const wakes = new Map<string, NodeJS.Timeout>()
  let isStarted = false
  let dueQueues: ReturnType<typeof watchDueQueues> | undefined

  function wakeWorker(name: string): void {
    const id = workers.get(name)?.id
    if (isStarted && id !== undefined) boss.notifyWorker(id)
  }

  // Wakes a worker as soon as the transaction of a new job can have committed. Without this, the worker would find the
  // job up to four seconds later, with its next query for due jobs. LISTEN/NOTIFY would be exact, but a NOTIFY in a
  // transaction makes all commits wait for one lock.
  function wakeWorkerSoon(name: string): void {
    if (wakes.has(name)) return
    const timer = setTimeout(() => {
      wakes.delete(name)
      wakeWorker(name)
    }, 40)
    timer.unref()
    wakes.set(name, timer)
  }

  async function insertJobs(db: Executor, name: string, jobs: JobInsert[]): Promise<void> {
    if (jobs.length === 0) return
    const traced = jobs.map((job) => ({ ...job, data: addTraceparent(job.data ?? {}) }))
    await boss.insert(name, traced, { db: { executeSql: (text, values) => executeSql(db, text, values) } })
    wakeWorkerSoon(name)
  }

  async function prepareQueue(name: string, worker: Worker, queue: QueueResult | undefined): Promise<void> {
    const settings = {
      retryLimit: worker.options.retries ?? 8,
      retryDelay: 10,
      retryBackoff: true,
      expireInSeconds: EXPIRY_SECONDS,
    }
    if (!queue) await boss.createQueue(name, { policy: 'short', ...settings })
    // The settings are written only if they changed, because each write is several statements at every start.
    else if (!hasSettings(queue, settings)) await boss.updateQueue(name, settings)
  }

  async function startWorker(name: string, worker: Worker): Promise<void> {
    const { pace } = worker.options
    const limit = createRateLimiter(pace ?? { atOnce: BATCH })
    const batchSize = pace === undefined ? BATCH : RATE_LIMITED_BATCH
    const options = {
      batchSize,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: POLLING_SECONDS,
    } as const
    worker.id = await boss.work(name, options, (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }): Promise<JobResult> => {
          try {
            await limit(() => runTracedJob(name, data as never, worker.handler))
            if (worker.options.leavesNoTrace) await boss.deleteJob(name, id)
            return { id, status: 'completed' }
          } catch (error) {
            log.error({ err: error, job: name, jobId: id }, 'jobs: a job failed and will be retried')
            return { id, status: 'failed', output: { message: String(error) } }
          }
        }),
      ),
    )
  }

  return {
    enqueue: (db, name, payload, { singletonKey = newId(), startAfter } = {}) =>
      insertJobs(db, name, [{ data: payload, singletonKey, ...(startAfter && { startAfter }) }]),
    enqueueMany: (db, name, payloads) => {
      const jobs = payloads.map((data) => ({ data, singletonKey: newId() }))
      return insertJobs(db, name, jobs)
    },
    work(name, handler, options = {}) {
      if (isStarted) throw new Error(`The worker ${name} was registered after the start`)
      if (workers.has(name)) throw new Error(`The job ${name} has two workers`)
      workers.set(name, { handler, options })
      return handler
    },
    every: (...task) => timers.every(...task),
    wakeIdleTasks: timers.wakeIdleTasks,
    async listFailed(db, names, limit) {
      const { rows } = await executeSql(
        db,
        `select id, name, data as payload, completed_on as "failedAt", coalesce(output->>'message', '') as reason
         from pgboss.job where state = 'failed' and name = any ($1::text[]) order by completed_on desc, id limit $2`,
        [names, limit],
      )
      return rows as FailedJob[]
    },
    async countFailed(db, names) {
      const query = `select count(*) as count from pgboss.job where state = 'failed' and name = any ($1::text[])`
      const { rows } = await executeSql(db, query, [names])
      return (rows as { count: number }[])[0]?.count ?? 0
    },
    measureQueues: (db) => measureQueues((text, values) => executeSql(db, text, values), [...workers.keys()]),
    isLeading: leader.isLeading,
    async retry(db, names, id) {
      const { rows } = await executeSql(
        db,
        `select name from pgboss.job where id = $1 and state = 'failed' and name = any ($2::text[]) for update`,
        [id, names],
      )
      const name = (rows as { name: string }[])[0]?.name
      if (name === undefined) return false
      await boss.retry(name, id, { db: { executeSql: (text, values) => executeSql(db, text, values) } })
      wakeWorkerSoon(name)
      return true
    },
    async forget(db, key, value) {
      // Searches errors, too, because mail servers name the refused address in them.
      await executeSql(
        db,
        `delete from pgboss.job where state <> 'active'
           and (data ->> $1 = $2 or strpos(lower(output ->> 'message'), lower($2)) > 0)`,
        [key, value],
      )
    },
    async start(works = true) {
      await boss.start()
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const [name, worker] of workers) {
        await prepareQueue(name, worker, queues.get(name))
        if (works) await startWorker(name, worker)
      }
      isStarted = true
      if (!works) return
      leader.start()
      const query = (text: string, values: unknown[]) => boss.getDb().executeSql(text, values)
      dueQueues = watchDueQueues({ names: [...workers.keys()], query, onDue: wakeWorker, log })
    },
    async stop() {
      isStarted = false
      for (const timer of wakes.values()) clearTimeout(timer)
      const ending = Promise.all([leader.stop(), dueQueues?.stop()])
      // Waits here, because a graceful stop of pg-boss checks only every half second whether jobs have ended. The
      // stop below releases the jobs that are still running.
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
      await ending
      await boss.stop({ graceful: false })
    },
  }
}

function hasSettings(queue: QueueResult, settings: QueueOptions): boolean {
  return Object.entries(settings).every(([key, value]) => queue[key as keyof QueueOptions] === value)
}

async function executeSql(db: Executor, text: string, values: unknown[] = []) {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return { rows }
}
