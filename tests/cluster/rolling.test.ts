import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertRooms } from '../../bench/harness/people'
import { openSale } from '../../bench/harness/sale'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { type Load, startLoad } from '../chaos/load'
import { buildProcess } from '../support/build-process'
import { isLongRun } from '../support/long-run'
import { type Cluster, startCluster } from './cluster'

// Three processes behind HAProxy are replaced one after the other under load. A start takes seconds while both processors
// are busy, so this is only part of the long run.
const PEOPLE = 6
const PROCESSES = [0, 1, 2]
const RESTARTS = 20
/** Time limit that only ends a run that hangs. */
const TEST_MS = 1_800_000

let cluster: Cluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
}, TEST_MS)

async function startLoadedCluster(script: string, options?: { isPooled: boolean }) {
  const started = await startCluster(script, options)
  cluster = started
  const { address, db } = started
  const people = await insertRooms(db, { rooms: 1, members: PEOPLE })
  const sale = await openSale(db, { stock: 1_000_000, priceCents: 2_000 })
  const load = startLoad({ address: () => address, people, sale })

  /** Waits until the load has placed another order and sent another message. */
  async function waitUntilUsed(): Promise<void> {
    // A person can reserve tickets of one event only a few times in a row, so open a new sale.
    Object.assign(sale, await openSale(db, { stock: 1_000_000, priceCents: 2_000 }))
    const before = { orders: load.orders.size, messages: load.messages.size }
    const isUsed = () => load.orders.size > before.orders && load.messages.size > before.messages
    await expect.poll(isUsed, { timeout: TEST_MS, interval: 20 }).toBe(true)
  }
  return { ...started, load, waitUntilUsed }
}

/** Returns the failed responses, which a person would notice. The load doesn't retry requests. */
const listFailed = ({ answers }: Load) =>
  answers.filter(({ status }) => status === undefined || status >= 500)

async function expectNoLoss({ db }: Cluster, load: Load): Promise<void> {
  const failed = listFailed(load).map(({ what, status, problem }) => `${what} ${status}: ${problem}`)
  expect(failed.join('\n')).toBe('')
  const { rows: inconsistencies } = await sql.raw(buildInconsistencyQuery(() => 'true')).execute(db)
  expect(inconsistencies).toEqual([])
  const { rows } = await sql<{ orders: number; messages: number }>`
    select (select count(*) from orders where id = any (${[...load.orders]}::uuid[]) and status = 'confirmed') as orders,
      (select count(*) from chat_messages where client_id = any (${[...load.messages]}::uuid[])) as messages`.execute(
    db,
  )
  expect(rows).toEqual([{ orders: load.orders.size, messages: load.messages.size }])
}

describe.runIf(isLongRun)('under load', () => {
  const releases = { older: '', newer: '' }
  const removals: (() => void)[] = []
  beforeAll(async () => {
    const older = await buildProcess('product-process.ts', 'rolling-older')
    const newer = await buildProcess('newer-product-process.ts', 'rolling-newer')
    Object.assign(releases, { older: older.script, newer: newer.script })
    removals.push(older.remove, newer.remove)
  }, TEST_MS)
  afterAll(() => {
    for (const remove of removals) remove()
  })

  test(
    'no request fails while three processes restart one after the other',
    async () => {
      const running = await startLoadedCluster('scripts/start.mjs')
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await running.waitUntilUsed()
        await running.end(restart % PROCESSES.length)
        await running.restart(restart % PROCESSES.length)
      }
      await running.load.stop()
      await expectNoLoss(running, running.load)
    },
    TEST_MS,
  )

  test(
    'control: requests fail while processes are killed',
    async () => {
      const { load, waitUntilUsed, kill, restart } = await startLoadedCluster(releases.older)
      for (let turn = 0; listFailed(load).length === 0; turn += 1) {
        await waitUntilUsed()
        await kill(turn % PROCESSES.length)
        await restart(turn % PROCESSES.length)
      }
      await load.stop()
    },
    TEST_MS,
  )

  test.each([
    ['with prepared statements', { isPooled: false }],
    ['through a pooler', { isPooled: true }],
  ])(
    'no request fails during a rolling upgrade with a migration, %s',
    async (_, options) => {
      const running = await startLoadedCluster(releases.older, options)
      const { load, waitUntilUsed, db, end, restart } = running
      const findNote = () =>
        sql`select from information_schema.columns where table_name = 'orders' and column_name = 'note'`.execute(
          db,
        )
      expect((await findNote()).rows).toHaveLength(0)
      for (const index of PROCESSES) {
        await waitUntilUsed()
        await end(index)
        await restart(index, releases.newer)
        expect((await findNote()).rows).toHaveLength(1)
      }
      // The older release starts again on the newer schema.
      await waitUntilUsed()
      await end(0)
      await restart(0, releases.older)
      await waitUntilUsed()
      await load.stop()
      await expectNoLoss(running, load)
    },
    TEST_MS,
  )
})
