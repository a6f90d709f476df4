import { CompiledQuery, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createTestDatabase } from '~tests/support/database'
import { createJobs } from './jobs'
import { QUEUE_FIGURES_QUERY } from './measure-queues'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let jobs: ReturnType<typeof createJobs>
let boss: PgBoss
beforeAll(async () => {
  database = await createTestDatabase()
  jobs = createJobs({ url: database.url, log: createLog({ level: 'silent' }) })
  for (const name of ['test.mail', 'test.other']) jobs.work(name, () => Promise.resolve())
  // This process only enqueues, so the jobs of the tests stay in their queues.
  await jobs.start(false)
  boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
  await boss.start()
})
afterAll(async () => {
  await jobs.stop()
  await boss.stop({ graceful: false })
  await database.drop()
})

/** Lets pg-boss count, as it does every minute, and returns the figures with whole seconds. */
async function measure() {
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(database.db)
  await boss.supervise()
  const queues = await jobs.measureQueues(database.db)
  return queues
    .map((queue) => ({ ...queue, ageSeconds: Math.floor(queue.ageSeconds) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

test('an idle queue has no age and no jobs', async () => {
  expect(await measure()).toEqual([
    { name: 'test.mail', waiting: 0, failed: 0, ageSeconds: 0 },
    { name: 'test.other', waiting: 0, failed: 0, ageSeconds: 0 },
  ])
})

test('the age is that of the oldest due job, and jobs with a later start time only count as waiting', async () => {
  const { db } = database
  await sql`insert into pgboss.job (name, policy, start_after, state, singleton_key) values
    ('test.mail', 'short', now() + interval '1 day', 'created', 'later'),
    ('test.mail', 'short', now() - interval '100 seconds', 'created', 'old'),
    ('test.mail', 'short', now() - interval '200 seconds', 'retry', 'retried'),
    ('test.mail', 'short', now() - interval '1 hour', 'failed', 'failed'),
    ('test.mail', 'short', now() - interval '1 hour', 'completed', 'completed')`.execute(db)
  const [mail, other] = await measure()
  expect(mail).toMatchObject({ waiting: 3, failed: 1 })
  expect(mail?.ageSeconds).toBeGreaterThanOrEqual(200)
  expect(mail?.ageSeconds).toBeLessThan(300)
  expect(other).toMatchObject({ waiting: 0, failed: 0, ageSeconds: 0 })
})

test('the query probes the index of pg-boss, however many jobs wait or have ended', async () => {
  const { db } = database
  await sql`insert into pgboss.job (name, policy, start_after, state, singleton_key)
    select 'test.mail', 'short', now() - interval '1 minute', case n % 2 when 0 then 'created' else 'completed' end::pgboss.job_state, n::text
    from generate_series(1, 40000) as n`.execute(db)
  await sql`vacuum analyze pgboss.job`.execute(db)
  const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${QUEUE_FIGURES_QUERY}`, [
    ['test.mail', 'test.other'],
  ])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(explain)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const text = JSON.stringify(plan)
  expect(text).toMatch(/"Index Name":"job_common_i11"/u)
  expect(text).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"job/u)
  expect(plan?.['Shared Hit Blocks']).toBeLessThan(100)
})
