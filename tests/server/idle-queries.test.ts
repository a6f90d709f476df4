import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '~/app'
import { openConnectionPools } from '~/database/open-database'
import { readConfiguration } from '~/platform/config/configuration'
import { createLog } from '~/platform/log/log'
import { createTestDatabase } from '~tests/support/database'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-idle-'))
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const MINUTE = 60_000
const STEP_MS = 100
const log = createLog({ level: 'silent' })
const SECRET = 'only for these tests, and long enough for it'

/** Counts the statements of all connections that this process opens, by connection. */
function countStatements() {
  const counts = new Map<string, number>()
  let dueQueries = 0
  let unfinished = 0
  const follow = (work: unknown) => {
    unfinished += 1
    Promise.resolve(work)
      .catch(() => undefined)
      .finally(() => (unfinished -= 1))
  }
  const { query, connect } = Client.prototype as unknown as Record<string, (...input: unknown[]) => unknown>
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client & { connectionParameters?: { application_name?: string } },
    ...input: unknown[]
  ) {
    const name = this.connectionParameters?.application_name ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (JSON.stringify(input[0]).includes('as due')) dueQueries += 1
    const finished = Promise.withResolvers<void>()
    const callback = input.at(-1)
    if (typeof callback === 'function')
      input[input.length - 1] = (...results: unknown[]) => {
        finished.resolve()
        callback(...results)
      }
    const sent = query?.apply(this, input)
    follow(typeof callback === 'function' ? finished.promise : sent)
    return sent
  })
  vi.spyOn(Client.prototype, 'connect').mockImplementation(function (this: Client, ...input: unknown[]) {
    follow(new Promise((resolve) => this.once('connect', resolve).once('end', resolve)))
    return connect?.apply(this, input)
  })
  /** Waits for the statements in progress, and for those that follow from their results. */
  async function settle() {
    for (let turns = 0; turns < 5; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (unfinished > 0) turns = 0
    }
  }
  return {
    settle,
    /** Advances the timers by `ms`, and returns counts of the statements sent during that time. */
    async countFor(ms: number) {
      await settle()
      counts.clear()
      dueQueries = 0
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await vi.advanceTimersByTimeAsync(STEP_MS)
        await settle()
      }
      const heartbeats = counts.get('back-to-back heartbeat') ?? 0
      return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), heartbeats, dueQueries }
    },
  }
}

/** Starts the product, which runs the periodic tasks only if it `leads`. Its timers are stopped. */
async function startProduct(role: 'all' | 'web', { leads = false } = {}) {
  const leader = new Client({ connectionString: database.url })
  await leader.connect()
  if (!leads) await leader.query(`select pg_advisory_lock(hashtextextended('back-to-back leader', 0))`)
  const statements = countStatements()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const pools = openConnectionPools(
    { ...database, migrated: [], close: () => Promise.resolve() },
    { log, poolSize: 4 },
  )
  const env = { DATABASE_URL: database.url, SECRET, PORT: '0', DATA_DIR: dataDir, ROLE: role }
  const app = createApp({
    config: readConfiguration(env),
    secret: SECRET,
    log,
    database: pools,
    renderPage: () => new Response(''),
  })
  await app.start()
  onTestFinished(async () => {
    vi.useRealTimers()
    await app.stop()
    await pools.close()
    await leader.end()
  })
  return { pools, statements }
}

test('an idle process sends at most two queries a second', async () => {
  const { statements } = await startProduct('all')
  const { total, heartbeats, dueQueries } = await statements.countFor(MINUTE)
  expect({ heartbeats, dueQueries }).toEqual({ heartbeats: 18, dueQueries: 15 })
  expect(total).toBeGreaterThan(30)
  expect(total).toBeLessThanOrEqual(120)
})

test('an idle process with the periodic tasks also sends at most two queries a second', async () => {
  const { statements } = await startProduct('all', { leads: true })
  await statements.countFor(MINUTE)
  const { total } = await statements.countFor(5 * MINUTE)
  expect(total).toBeGreaterThan(5 * 60)
  expect(total).toBeLessThanOrEqual(5 * 120)
})

test('an idle web process doesn’t look for due jobs', async () => {
  const { statements } = await startProduct('web')
  const { total, heartbeats, dueQueries } = await statements.countFor(MINUTE)
  expect({ heartbeats, dueQueries }).toEqual({ heartbeats: 18, dueQueries: 0 })
  expect(total).toBeLessThanOrEqual(60)
})

test('while a request uses the database, its availability is checked every 400 ms', async () => {
  const { pools, statements } = await startProduct('web')
  const end = Promise.withResolvers<void>()
  const lent = pools.db.connection().execute(() => end.promise)
  expect((await statements.countFor(MINUTE)).heartbeats).toBe(150)
  end.resolve()
  await lent
  expect((await statements.countFor(MINUTE)).heartbeats).toBe(18)
})
