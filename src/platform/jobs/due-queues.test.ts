import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createTestDatabase } from '~tests/support/database'
import { DUE_QUEUES_QUERY } from './due-queues'
import { createJobs } from './jobs'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const createQueue = () => createJobs({ url: database.url, log: createLog({ level: 'silent' }) })

/** Starts a process that runs jobs and one that only enqueues them. */
async function startProcesses() {
  const done: string[] = []
  const [web, worker] = [createQueue(), createQueue()]
  for (const jobs of [web, worker])
    jobs.work<{ key: string; failures: number }>('test.due', async ({ key, failures }) => {
      done.push(key)
      if (done.filter((name) => name === key).length <= failures) throw new Error('the first attempt fails')
    })
  await Promise.all([worker.start(), web.start(false)])
  onTestFinished(async () => {
    await Promise.all([web.stop(), worker.stop()])
  })
  return { done, web }
}

const listStates = async () => {
  const { rows } = await sql<{ key: string; state: string }>`
    select data->>'key' as key, state::text from pgboss.job where name = 'test.due' order by 1`.execute(
    database.db,
  )
  return rows
}

test('finds jobs of another process, jobs with a start time, and retries, once they are due', async () => {
  const { done, web } = await startProcesses()
  const { db } = database
  await web.enqueue(db, 'test.due', { key: 'later', failures: 0 }, { startAfter: new Date('2100-01-01') })
  await web.enqueue(db, 'test.due', { key: 'other process', failures: 0 })
  await web.enqueue(db, 'test.due', { key: 'retried', failures: 1 })
  await vi.waitFor(async () =>
    expect(await listStates()).toEqual([
      { key: 'later', state: 'created' },
      { key: 'other process', state: 'completed' },
      { key: 'retried', state: 'retry' },
    ]),
  )
  expect(done.toSorted()).toEqual(['other process', 'retried'])
  await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(db)
  await vi.waitFor(async () =>
    expect((await listStates()).map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']),
  )
  expect(done.toSorted()).toEqual(['later', 'other process', 'retried', 'retried'])
})

test('the query for due jobs probes the index of pg-boss, however many jobs wait for later', async () => {
  await startProcesses()
  const { db } = database
  const later = sql<string>`select 'test.due', 'short', jsonb_build_object('key', n::text), now() + interval '1 day', n::text
    from generate_series(1, 20000) as n`
  await sql`insert into pgboss.job (name, policy, data, start_after, singleton_key) ${later}`.execute(db)
  await sql`analyze pgboss.job`.execute(db)
  const explain = CompiledQuery.raw(`explain ${DUE_QUEUES_QUERY}`, [['test.due', 'test.other']])
  const plan = (await db.executeQuery<{ 'QUERY PLAN': string }>(explain)).rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')
  expect(plan).toMatch(/Index (?:Only )?Scan using job_common_i11/u)
  expect(plan).not.toContain('Seq Scan')
})
