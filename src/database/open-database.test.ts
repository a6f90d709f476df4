import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, openConnectionPools } from './open-database'
import { createTestDatabase, runAsAdmin } from '~tests/support/database'
import { isLongRun } from '~tests/support/long-run'

const log = { info: () => undefined, error: () => undefined }

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

function temporaryFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-open-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('without DATABASE_URL, the built-in PostgreSQL is created and migrated; it stops on close, and when a start fails', async () => {
  const dataDir = temporaryFolder()
  const own = { dataDir, databaseUrl: undefined }
  const expectStopped = () => {
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  }
  const { db, url, migrated, close } = await openDatabase(own, { log, poolSize: 2 })
  expect(migrated.length).toBeGreaterThan(5)
  expect(await db.selectFrom('events').selectAll().execute()).toEqual([])
  // Makes the database unusable for the next start.
  await runAsAdmin(url, `insert into schema_changes (name) values ('9999_future')`)
  await close()
  expectStopped()

  for (let attempt = 0; attempt < (isLongRun ? 2 : 1); attempt += 1) {
    await expect(openDatabase(own, { log, poolSize: 1 })).rejects.toThrow(
      'The database is newer than this release: it has 9999_future',
    )
    expectStopped()
  }
})

test('with DATABASE_URL the data folder stays untouched', async () => {
  const dataDir = temporaryFolder()
  const { db, migrated, close } = await openDatabase({ dataDir, databaseUrl: own.url }, { log, poolSize: 2 })
  expect(migrated).toEqual([])
  expect(await db.selectFrom('events').selectAll().execute()).toEqual([])
  await close()
  expect(readdirSync(dataDir)).toEqual([])
})

test('request pools have short statement limits, and the pool for jobs has longer ones', async () => {
  const opened = await openDatabase(
    { dataDir: temporaryFolder(), databaseUrl: own.url },
    { log, poolSize: 1 },
  )
  const { db, priorityDb, backgroundDb, poolCounts, close } = openConnectionPools(opened, {
    log,
    poolSize: 2,
  })
  const readLimits = async (pool: typeof db) => {
    const { rows } = await sql<{ limits: string[] }>`select array[current_setting('statement_timeout'),
      current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')] as limits`.execute(
      pool,
    )
    return rows[0]?.limits
  }
  expect(await readLimits(db)).toEqual(['15s', '5s', '30s'])
  expect(await readLimits(priorityDb)).toEqual(['15s', '5s', '30s'])
  expect(await readLimits(backgroundDb)).toEqual(['10min', '1min', '10min'])
  expect(poolCounts()).toEqual({ total: 1, idle: 1, waiting: 0 })
  await close()
})
