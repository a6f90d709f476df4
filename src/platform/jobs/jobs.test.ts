import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLog } from '~/platform/log/log'
import { createJobs, type Jobs } from './jobs'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let jobs: Jobs
const seen: string[] = []
let failures = 0

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = createJobs({ url: database.url, log: createLog({ level: 'silent' }) })
  jobs.work<{ to: string }>('mail.hello', async ({ to }) => {
    await Promise.resolve()
    if (to === 'flaky@example.com' && failures === 0) {
      failures += 1
      throw new Error('the mail server is away')
    }
    seen.push(to)
  })
  jobs.work<{ to: string }>(
    'mail.last',
    async ({ to }) => {
      await Promise.resolve()
      if (to === 'away@example.com') throw new Error('the mail server is away')
      seen.push(to)
    },
    { leavesNoTrace: true },
  )
  await jobs.start()
})

afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

test('a job in a committed transaction runs soon, one in a rolled-back transaction never', async () => {
  await database.db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, 'mail.hello', { to: 'kept@example.com' }))
  const failing = database.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'mail.hello', { to: 'lost@example.com' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await vi.waitFor(() => expect(seen).toContain('kept@example.com'))
  await jobs.enqueue(database.db, 'mail.hello', { to: 'after@example.com' })
  await vi.waitFor(() => expect(seen).toContain('after@example.com'))
  expect(seen).not.toContain('lost@example.com')
})

test('one failing job of a batch is retried without affecting the others', async () => {
  await jobs.enqueueMany(database.db, 'mail.hello', [{ to: 'flaky@example.com' }, { to: 'fine@example.com' }])
  await vi.waitFor(() => expect(seen).toContain('fine@example.com'))
  const { rows } = await vi.waitFor(async () => {
    const found = await sql<{ state: string }>`
      select state::text from pgboss.job where data->>'to' = 'flaky@example.com'
    `.execute(database.db)
    expect(found.rows[0]?.state).toBe('retry')
    return found
  })
  expect(rows).toHaveLength(1)
})

test('a job with leavesNoTrace is deleted once it has succeeded', async () => {
  await jobs.enqueueMany(database.db, 'mail.last', [{ to: 'gone@example.com' }, { to: 'away@example.com' }])
  const kept = async () => {
    const { rows } = await sql<{ to: string; state: string }>`
      select data->>'to' as to, state::text from pgboss.job where name = 'mail.last'`.execute(database.db)
    return rows
  }
  await vi.waitFor(async () => expect(await kept()).toEqual([{ to: 'away@example.com', state: 'retry' }]))
  expect(seen).toContain('gone@example.com')
})

test('stores only one of several waiting jobs with the same key', async () => {
  // Uses one transaction, so that no job runs before the last one is stored.
  await database.db.transaction().execute(async (trx) => {
    for (let turn = 0; turn < 3; turn += 1)
      await jobs.enqueue(trx, 'mail.hello', { to: 'once@example.com' }, { singletonKey: 'once' })
  })
  await vi.waitFor(() => expect(seen).toContain('once@example.com'))
  const { rows } = await sql`select from pgboss.job where data->>'to' = 'once@example.com'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
})

/** Waits as long as an idle queue takes to stop, by starting and stopping one. */
async function stopIdleQueue(url: string): Promise<void> {
  const idle = createJobs({ url, log: createLog({ level: 'silent' }) })
  await idle.start()
  await idle.stop()
}

test('stopping the queue waits for the job in progress', async () => {
  const spare = await createTestDatabase()
  const own = createJobs({ url: spare.url, log: createLog({ level: 'silent' }) })
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  own.work('mail.slow', () => {
    begun.resolve()
    return end.promise
  })
  await own.start()
  await own.enqueue(spare.db, 'mail.slow', {})
  await begun.promise
  const stopBoss = vi.spyOn(PgBoss.prototype, 'stop')
  let isStopped = false
  const stopping = own.stop().then(() => (isStopped = true))
  await stopIdleQueue(spare.url)
  expect(isStopped).toBe(false)
  end.resolve()
  await stopping
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job`.execute(spare.db)
  expect(rows).toEqual([{ state: 'completed' }])
  // A graceful stop checks only every half second whether the jobs are done.
  for (const [options] of stopBoss.mock.calls) expect(options).toEqual({ graceful: false })
  await spare.drop()
})

test('stopping the queue interrupts a job that takes too long, and the next process retries it', async () => {
  const spare = await createTestDatabase()
  const log = createLog({ level: 'silent' })
  const own = createJobs({ url: spare.url, log, patienceMs: 60_000 })
  const begun = Promise.withResolvers<void>()
  const ever = Promise.withResolvers<void>()
  own.work('mail.endless', () => {
    begun.resolve()
    return ever.promise
  })
  await own.start()
  await own.enqueue(spare.db, 'mail.endless', {})
  await begun.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isStopped = false
  const stopping = own.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(59_999)
  await stopIdleQueue(spare.url)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await stopping
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job`.execute(spare.db)
  expect(rows).toEqual([{ state: 'retry' }])
  ever.resolve()
  await spare.drop()
})

test('a process that only enqueues jobs leaves them to a process that runs jobs', async () => {
  const spare = await createTestDatabase()
  const log = createLog({ level: 'silent' })
  const done: string[] = []
  const [web, worker] = ['web', 'worker'].map((name) => {
    const own = createJobs({ url: spare.url, log })
    own.work('mail.shared', async () => void done.push(name))
    return own
  }) as [Jobs, Jobs]
  await web.start(false)
  for (let count = 0; count < 5; count += 1) await web.enqueue(spare.db, 'mail.shared', {})
  await worker.start()
  await vi.waitFor(() => expect(done).toHaveLength(5))
  expect(new Set(done)).toEqual(new Set(['worker']))
  await Promise.all([web.stop(), worker.stop()])
  await spare.drop()
})

test('a changed number of retries applies to an existing queue', async () => {
  const { url, db } = database
  const readLimit = async () => {
    const { rows } = await sql<{ retry_limit: number }>`
      select retry_limit from pgboss.queue where name = 'test.changed'`.execute(db)
    return rows[0]?.retry_limit
  }
  for (const retries of [3, 5]) {
    const process = createJobs({ url, log: createLog({ level: 'silent' }) })
    process.work('test.changed', () => Promise.resolve(), { retries })
    await process.start()
    await process.stop()
    expect(await readLimit()).toBe(retries)
  }
})
