import type { Database } from '~/database/connect'
import type { ServingDatabase } from '~/database/open-database'
import { measureLags, type SaleLags } from '~/features/orders/server/public'
import { createCachedRead } from '~/lib/cached-read'
import { waitAtMost } from '~/lib/wait-at-most'
import type { GaugeSource } from '~/platform/http/metrics'
import type { Jobs } from '~/platform/jobs/jobs'
import type { QueueFigures } from '~/platform/jobs/measure-queues'
import { emailJobNames } from '../attention/email-jobs'

interface Sources {
  db: Database
  database: Partial<Pick<ServingDatabase, 'isAvailable' | 'measureReplicaLag' | 'poolCounts'>>
  jobs: Pick<Jobs, 'isLeading' | 'measureQueues'>
  countStreams: () => number
  /** The time in milliseconds of a clock that never goes backward. */
  now?: () => number
}

interface Figures {
  queues: QueueFigures[]
  lags: SaleLags
}

// All scrapes within this time share the same query results, because several monitors may scrape the server.
const CACHED_MS = 5_000
// A gauge waits this long for the database. Scrapers give up after ten seconds by default.
const PATIENCE_SECONDS = 2

/**
 * Creates the gauges that an operator watches. The gauges that read the database need two queries at most every five
 * seconds, and are NaN while the database is unavailable. docs/alarms.md says what to do if a gauge is too high.
 */
export function createOperatorGauges(sources: Sources): GaugeSource[] {
  const { db, database, jobs, countStreams, now } = sources
  const readFigures = cacheRead(now, async (): Promise<Figures> => {
    // The queries run one after the other, so that a scrape uses only one connection.
    const lags = await measureLags(db)
    return { lags, queues: await jobs.measureQueues(db) }
  })
  const isAvailable =
    database.isAvailable ??
    (() =>
      readFigures().then(
        () => true,
        () => false,
      ))
  const readLag = (name: keyof SaleLags) => async () => (await readFigures()).lags[name]
  const readQueues = (key: 'waiting' | 'ageSeconds') => async () =>
    Object.fromEntries((await readFigures()).queues.map((queue) => [queue.name, queue[key]]))
  const sumQueues = (key: 'waiting' | 'failed', names?: readonly string[]) => async () =>
    (await readFigures()).queues
      .filter(({ name }) => names?.includes(name) ?? true)
      .reduce((sum, queue) => sum + queue[key], 0)
  return [
    {
      name: 'database_available',
      help: '1 while the database answers',
      read: async () => Number(await isAvailable()),
    },
    ...createPoolGauges(database, now),
    {
      name: 'jobs_queue_age_seconds',
      help: 'How long the oldest job that could start has waited',
      label: 'queue',
      read: readQueues('ageSeconds'),
    },
    {
      name: 'jobs_waiting',
      help: 'Jobs that have not started, also those for later; up to a minute old',
      label: 'queue',
      read: readQueues('waiting'),
    },
    {
      name: 'jobs_failed',
      help: 'Jobs such as emails that failed permanently within the last week and wait for an admin; up to a minute old',
      read: sumQueues('failed'),
    },
    {
      name: 'emails_waiting',
      help: 'Jobs that send emails and have not started; up to a minute old',
      read: sumQueues('waiting', emailJobNames),
    },
    {
      name: 'emails_failed',
      help: 'Emails that failed permanently within the last week; up to a minute old',
      read: sumQueues('failed', emailJobNames),
    },
    {
      name: 'order_outbox_rows',
      help: 'Sales whose emails and ledger entries are still to be written, at most 10000',
      read: readLag('outboxRows'),
    },
    {
      name: 'order_outbox_age_seconds',
      help: 'How long the oldest of these sales has waited',
      read: readLag('outboxSeconds'),
    },
    {
      name: 'payment_events_age_seconds',
      help: 'How long the oldest payment webhook that is due has waited',
      read: readLag('eventSeconds'),
    },
    {
      name: 'payment_events_failing',
      help: 'Payment webhooks whose last attempt failed, at most 1000',
      read: readLag('failingEvents'),
    },
    {
      name: 'order_holds_overdue_seconds',
      help: 'How long the oldest expired hold has still kept its tickets from others',
      read: readLag('holdSeconds'),
    },
    { name: 'open_streams', help: 'Open event streams of browser tabs', read: countStreams },
    {
      name: 'periodic_tasks_leader',
      help: '1 in the process that runs the periodic tasks',
      read: () => Number(jobs.isLeading()),
    },
  ]
}

function createPoolGauges(
  { poolCounts, measureReplicaLag }: Sources['database'],
  now: Sources['now'],
): GaugeSource[] {
  const gauges: GaugeSource[] = []
  if (poolCounts)
    gauges.push({
      name: 'database_pool_connections',
      help: 'Connections of the pool, and queries waiting for one',
      label: 'state',
      read: () => ({ ...poolCounts() }),
    })
  if (measureReplicaLag) {
    const readLag = cacheRead(now, measureReplicaLag)
    gauges.push(
      {
        name: 'database_replica_up',
        help: '1 while the replica answers and follows the primary',
        read: async () => Number((await readLag()) !== undefined),
      },
      {
        name: 'database_replica_lag_bytes',
        help: 'What the replica has yet to replay of the write-ahead log',
        read: async () => (await readLag()) ?? Number.NaN,
      },
    )
  }
  return gauges
}

/**
 * Returns a function that calls `load` at most every five seconds, and rejects if it takes longer than two seconds.
 */
function cacheRead<T>(
  now: Sources['now'] = () => performance.now(),
  load: () => Promise<T>,
): () => Promise<T> {
  const { read } = createCachedRead(load, CACHED_MS, now)
  return () => waitAtMost(PATIENCE_SECONDS, read())
}
