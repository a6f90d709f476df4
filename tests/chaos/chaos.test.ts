import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertRooms, type Member } from '../../bench/harness/people'
import { openSale, type Sale } from '../../bench/harness/sale'
import { connect, type Database } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch-database'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { type Answer, type Load, startLoad } from './load'
import { findPostmaster, isRunning, readPostmaster, signalAll, untilPostgresAnswers } from './postgres'
import { isReady, prepareProduct, type Product } from '../support/product'
import { buildProcess } from '../support/build-process'
import { isLongRun } from '../support/long-run'
import { type ProxiedRedis, startProxiedRedis } from '../support/proxied-redis'

// Runs the product as a process on a real PostgreSQL under load while its dependencies fail. The long run uses the built
// product, with longer failures. A failure lasts until a number of responses has arrived, not for a fixed time, so a
// slow machine runs the same test.
const CONNECTIONS = 32
/** How many requests the product refuses before the frozen database continues. */
const REFUSALS = CONNECTIONS * (isLongRun ? 10 : 1)
/** Time limit that only ends a run that hangs. */
const TEST_MS = isLongRun ? 1_800_000 : 240_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

let script = 'scripts/start.mjs'
let removeBuild = () => {}
let postgres: Awaited<ReturnType<typeof startScratchDatabase>>
let db: Database
let people: Member[]
let sale: Sale
let product: Product
let redis: ProxiedRedis

beforeAll(async () => {
  if (!isLongRun) ({ script, remove: removeBuild } = await buildProcess('product-process.ts', 'chaos'))
  // The runner of this PostgreSQL restarts it whenever it ends, as a supervisor does.
  postgres = await startScratchDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  db = connect({ url: postgres.url, poolSize: 2 })
  people = await insertRooms(db, { rooms: 1, members: CONNECTIONS })
  sale = await openSale(db, { stock: 1_000_000, priceCents: 2_000 })
  redis = await startProxiedRedis()
  product = prepareProduct(script, {
    DATABASE_URL: postgres.url,
    PAYMENTS: 'sandbox',
    PUBLIC_DEMO: 'true',
    REDIS_URL: redis.url,
    SMTP_URL: await startSilentEmailServer(),
  })
  await product.start()
}, TEST_MS)

afterAll(async () => {
  await product.stop()
  product.remove()
  await redis.close()
  await db.destroy()
  await postgres.stop()
  removeBuild()
}, TEST_MS)

/** Starts a server that accepts connections and never responds. */
async function startSilentEmailServer(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const isServerFault = ({ status }: Answer) => status === undefined || (status >= 500 && status !== 503)

async function expectNoFaults(load: Load): Promise<void> {
  expect(product.crash()).toBeUndefined()
  expect(load.answers.filter(isServerFault)).toEqual([])
  const refused = load.answers.filter(({ status }) => status === 503)
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
  await expectInvariants(load)
}

async function expectInvariants({ orders, messages }: Load): Promise<void> {
  const { rows: faults } = await sql.raw<{ fault: string }>(buildInconsistencyQuery(() => 'true')).execute(db)
  expect(faults).toEqual([])
  const confirmed = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('id', 'in', ['00000000-0000-7000-8000-000000000000', ...orders])
    .execute()
  expect(confirmed).toHaveLength(orders.size)
  const { rows: stored } = await sql<{ count: number }>`
    select count(*) as count from chat_messages where client_id = any (${[...messages]}::uuid[])`.execute(db)
  expect(stored).toEqual([{ count: messages.size }])
  // Every confirmed order has its job, or an order_outbox row that becomes one.
  const { rows: unsent } = await sql`
    select o.id from orders o where o.status = 'confirmed'
      and not exists (select from order_outbox n where n.order_id = o.id)
      and not exists (select from pgboss.job j where j.name = 'tickets.confirmed' and j.data ->> 'orderId' = o.id::text)`.execute(
    db,
  )
  expect(unsent).toEqual([])
}

/** Waits until the condition holds, and fails when the product ends. */
async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) {
    expect(product.crash()).toBeUndefined()
    await wait(20)
  }
}

/** Waits until the load has received `count` further responses, of this status if given. */
async function untilAnswered({ answers }: Load, count: number, status?: number): Promise<void> {
  const before = answers.length
  await until(() => {
    const later = answers.slice(before)
    return later.filter((answer) => status === undefined || answer.status === status).length >= count
  })
}

/** Waits until a page, a list and a paid order work again. */
async function expectRecovery(): Promise<void> {
  await until(() => isReady(product.address))
  const probe = startLoad({ address: () => product.address, people: people.slice(0, 8), sale })
  await untilAnswered(probe, 9, 200)
  await until(() => probe.orders.size > 0)
  await probe.stop()
}

/** Keeps the product under load while `fail` runs, and checks that it refused requests cleanly and recovered. */
async function runUnderLoad(fail: (load: Load) => Promise<void>): Promise<Load> {
  const load = startLoad({ address: () => product.address, people, sale })
  await untilAnswered(load, 4 * CONNECTIONS)
  await fail(load)
  await expectRecovery()
  await load.stop()
  await expectNoFaults(load)
  return load
}

async function onPostgres(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(statement)
  await client.end()
}

const backends = `select pg_terminate_backend(pid) from (
  select pid from pg_stat_activity where application_name like 'back-to-back%' and pid <> pg_backend_pid() order by random()) a`

test.runIf(isLongRun)(
  'the server survives the termination of single database backends',
  async () => {
    await runUnderLoad(async (load) => {
      for (let kill = 0; kill < 40; kill += 1) {
        await onPostgres(`${backends} limit 2`)
        await untilAnswered(load, CONNECTIONS)
      }
    })
  },
  TEST_MS,
)

test(
  'the server survives the termination of all database backends',
  async () => {
    await runUnderLoad(() => onPostgres(backends))
  },
  TEST_MS,
)

test.each([...(isLongRun ? [['fast', 'SIGINT'] as const] : []), ['immediate', 'SIGQUIT'] as const])(
  'the server survives a restart of PostgreSQL in %s mode',
  async (_mode, signal) => {
    await runUnderLoad(async () => {
      const postmaster = await findPostmaster(postgres.url)
      process.kill(postmaster, signal)
      await until(() => !isRunning(postmaster))
      await untilPostgresAnswers(postgres.url)
    })
  },
  TEST_MS,
)

test(
  'the server refuses requests while PostgreSQL is frozen, and recovers',
  async () => {
    const postmaster = await findPostmaster(postgres.url)
    await runUnderLoad(async (load) => {
      signalAll(postmaster, 'SIGSTOP')
      // The product must give up waiting by itself: the database doesn't continue before the refusals have arrived.
      await untilAnswered(load, REFUSALS, 503).finally(() => signalAll(postmaster, 'SIGCONT'))
    })
  },
  TEST_MS,
)

test(
  'the server responds while Redis is unavailable',
  async () => {
    const { answers } = await runUnderLoad(async (load) => {
      await redis.kill()
      await untilAnswered(load, 8 * CONNECTIONS)
    })
    expect(answers.filter(({ status }) => status === 503)).toEqual([])
  },
  TEST_MS,
)

test.runIf(isLongRun)(
  'the server restarts the built-in PostgreSQL after its main process was killed',
  async () => {
    const own = prepareProduct(script, {})
    onTestFinished(() => own.stop().then(() => own.remove()))
    await own.start()
    const postmaster = readPostmaster(own.dataDir)
    process.kill(postmaster, 'SIGKILL')
    await until(() => ![postmaster, 0].includes(readPostmaster(own.dataDir)))
    await until(() => isReady(own.address))
    expect(own.crash()).toBeUndefined()
  },
  TEST_MS,
)
