import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '~/database/connect'
import { openConnectionPools, openDatabase } from '~/database/open-database'
import { createTestDatabase } from '~tests/support/database'
import { startPgBouncer } from '~tests/support/pgbouncer'
import { createShop, findFaults, insertCallers, insertSale, reserveInput } from '~tests/support/shop'

const log = { info: () => undefined, error: () => undefined }
let own: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
beforeAll(async () => {
  own = await createTestDatabase()
  pooler = await startPgBouncer(own.url)
  return async () => {
    await pooler.stop()
    await own.drop()
  }
})

async function openPools({ prepares = false } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-pooler-'))
  const config = { dataDir, databaseUrl: pooler.toPooledUrl(own.url), databaseDirectUrl: own.url }
  const opened = await openDatabase(config, { log, poolSize: 1 })
  const pools = openConnectionPools(opened, { log, poolSize: 16, prepares })
  onTestFinished(async () => {
    await pools.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return pools
}

const readLimits = async (db: ReturnType<typeof connect>) => {
  const { rows } = await sql<{ limits: string[] }>`select array[current_setting('statement_timeout'),
    current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')] as limits`.execute(
    db,
  )
  return rows[0]?.limits
}

test('requests have their time limits through PgBouncer, and jobs have longer ones on direct connections', async () => {
  const { db, priorityDb, backgroundDb } = await openPools()
  expect(await readLimits(db)).toEqual(['15s', '5s', '30s'])
  expect(await readLimits(priorityDb)).toEqual(['15s', '5s', '30s'])
  expect(await readLimits(backgroundDb)).toEqual(['10min', '1min', '10min'])
  // Commands and migrations have no limits, although their database role has.
  const bare = connect({ url: own.url, poolSize: 1 })
  expect(await readLimits(bare)).toEqual(['0', '0', '0'])
  await bare.destroy()
})

test('forty buyers share four connections to PostgreSQL, and the stock is sold exactly', async () => {
  const { db } = await openPools()
  const shop = createShop(db)
  const sale = await insertSale(db, [{ total: 25 }])
  const results = await Promise.allSettled(
    (await insertCallers(db, 40)).map((buyer) => shop.as(buyer).reserve(reserveInput(sale, [1]))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
  expect(await findFaults(db)).toEqual([])
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity where application_name = 'back-to-back'
      and datname = current_database()`.execute(own.db)
  expect(rows[0]?.count).toBeLessThanOrEqual(4)
})

test('PgBouncer refuses time limits as start-up parameters', async () => {
  const db = connect({ url: pooler.toPooledUrl(own.url), poolSize: 1, prepares: false })
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/startup parameter/)
  await db.destroy()
})

test('control: prepared statements fail through PgBouncer, because another connection doesn’t have them', async () => {
  const { db } = await openPools({ prepares: true })
  const queryTwice = async (value: number) => {
    for (let turn = 0; turn < 20; turn += 1) await sql`select ${value}::integer as value`.execute(db)
  }
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, value) => queryTwice(value)))
  expect(results.some(({ status }) => status === 'rejected')).toBe(true)
})
