import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseUnavailable } from '~/lib/database-unavailable'
import { createMetrics } from '~/platform/http/metrics'
import { createTestDatabase } from '~tests/support/database'
import { createOperatorGauges } from './operator-gauges'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const QUEUES = [
  { name: 'tickets.confirmed', waiting: 3, failed: 1, ageSeconds: 12 },
  { name: 'account.export', waiting: 4, failed: 2, ageSeconds: 0 },
]

interface Setting {
  isAway?: boolean
  measureReplicaLag?: () => Promise<number | undefined>
  isAvailable?: () => boolean
}

/** Creates the metrics of a process with a stopped clock, and counts how often its queues are read. */
function createProcess({ isAway = false, ...checks }: Setting = {}) {
  const state = { now: 0, reads: 0, isAway }
  const metrics = createMetrics(
    createOperatorGauges({
      db: database.db,
      database: { poolCounts: () => ({ total: 4, idle: 3, waiting: 0 }), ...checks },
      jobs: {
        isLeading: () => true,
        measureQueues: async () => {
          state.reads += 1
          if (state.isAway) throw new DatabaseUnavailable(new Error('away'))
          return QUEUES
        },
      },
      countStreams: () => 7,
      now: () => state.now,
    }),
  )
  return {
    state,
    /** Returns the values of the metrics by name and labels. */
    scrape: async () => {
      const { body } = await metrics.render()
      const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      return new Map(lines.map((line) => line.split(' ') as [string, string]))
    },
  }
}

test('shows queues, emails, sales, streams, the pool and whether this process runs the periodic tasks', async () => {
  const values = await createProcess().scrape()
  const expected = {
    database_available: '1',
    'database_pool_connections{state="idle"}': '3',
    'jobs_queue_age_seconds{queue="tickets.confirmed"}': '12',
    'jobs_queue_age_seconds{queue="account.export"}': '0',
    'jobs_waiting{queue="account.export"}': '4',
    jobs_failed: '3',
    emails_waiting: '3',
    emails_failed: '1',
    order_outbox_rows: '0',
    order_outbox_age_seconds: '0',
    payment_events_age_seconds: '0',
    payment_events_failing: '0',
    order_holds_overdue_seconds: '0',
    open_streams: '7',
    periodic_tasks_leader: '1',
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, values.get(name)]))).toEqual(expected)
})

test('scrapes within five seconds share the queries', async () => {
  const { state, scrape } = createProcess()
  await Promise.all([scrape(), scrape()])
  state.now = 4_999
  await scrape()
  expect(state.reads).toBe(1)
  state.now = 5_000
  await scrape()
  expect(state.reads).toBe(2)
})

test('without the database, the process reports the gauges that don’t need it, and recovers', async () => {
  const { state, scrape } = createProcess({ isAway: true })
  const values = await scrape()
  expect(values.get('database_available')).toBe('0')
  expect(values.get('open_streams')).toBe('7')
  expect(values.get('periodic_tasks_leader')).toBe('1')
  expect(values.has('process_resident_memory_bytes')).toBe(true)
  for (const name of ['jobs_failed', 'emails_waiting', 'order_outbox_rows', 'order_holds_overdue_seconds'])
    expect(values.get(name), name).toBe('Nan')
  expect([...values.keys()].filter((name) => name.startsWith('jobs_waiting'))).toEqual([])
  state.isAway = false
  expect((await scrape()).get('database_available')).toBe('1')
})

test('a connection check, if there is one, decides whether the database is available', async () => {
  const { scrape } = createProcess({ isAvailable: () => false })
  expect((await scrape()).get('database_available')).toBe('0')
})

test('shows a replica only if there is one', async () => {
  const values = await createProcess().scrape()
  expect([...values.keys()].filter((name) => name.startsWith('database_replica'))).toEqual([])
})

test.each([
  ['follows', () => Promise.resolve(512), { up: '1', lag: '512' }],
  ['is silent', () => Promise.resolve(undefined), { up: '0', lag: 'Nan' }],
  ['can’t be compared with the primary', () => Promise.reject(new Error('away')), { up: 'Nan', lag: 'Nan' }],
])('shows the lag of a replica that %s', async (_state, measureReplicaLag, { up, lag }) => {
  const values = await createProcess({ measureReplicaLag }).scrape()
  expect([values.get('database_replica_up'), values.get('database_replica_lag_bytes')]).toEqual([up, lag])
})
