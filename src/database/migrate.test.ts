import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from './migrate'
import { orderTables, productSchema } from './schema-files'
import { createTestDatabase, runAsAdmin } from '~tests/support/database'
import { FIRST, SECOND, createEmptyDatabase, valuesOf, withFunction } from '~tests/support/schema-files'
import { describeSchema } from '~tests/support/describe-schema'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

/**
 * Starts six processes whose transactions begin at the same moment. `begin` replaces the statement that also takes the
 * lock.
 */
async function startTogether(url: string, { begin }: { begin?: string } = {}) {
  const query = Reflect.get(Client.prototype, 'query') as (...input: unknown[]) => unknown
  const waiting: (() => void)[] = []
  function queryTogether(this: Client, text: unknown, ...rest: unknown[]): unknown {
    if (typeof text !== 'string' || !text.startsWith('begin')) return query.call(this, text, ...rest)
    const all = new Promise<void>((resolve) => waiting.push(resolve))
    if (waiting.length === 6) for (const go of waiting) go()
    return all.then(() => query.call(this, begin ?? text))
  }
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(queryTogether)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => migrate(url, FIRST)))
  spy.mockRestore()
  return results
}

describe('a new database', () => {
  test('a new database runs every schema and function file once, and a second migration runs none', async () => {
    const url = await createEmptyDatabase()
    const files = ['schema', 'functions'].flatMap((folder) =>
      readdirSync(`src/database/${folder}`).map((file) => `${folder}/${file.replace('.sql', '')}`),
    )
    expect((await migrate(url)).toSorted()).toEqual(files.toSorted())
    expect(await migrate(url)).toEqual([])
    expect(await describeSchema(url)).toEqual(await describeSchema(own.url))
  })

  test('a new database already contains the changes of the migrations, and runs none of them', async () => {
    const url = await createEmptyDatabase()
    expect(await migrate(url, SECOND)).toEqual(['schema/people', 'schema/seats', 'functions/count_people'])
    expect(await migrate(url, SECOND)).toEqual([])
  })

  test('six processes that start at the same time create the database once', async () => {
    const results = await startTogether(await createEmptyDatabase())
    const ran = results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
    expect(ran.filter((files) => files.length > 0)).toEqual([
      ['schema/people', 'schema/seats', 'functions/count_people'],
    ])
  })

  test('control: without the lock, five of six simultaneous starts fail', async () => {
    const results = await startTogether(await createEmptyDatabase(), { begin: 'begin' })
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  })

  test('a new database stays empty when a file fails, and the error names the file', async () => {
    const url = await createEmptyDatabase()
    const broken = withFunction('lost', `lost() returns int language sql as 'select id from nowhere'`)
    await expect(migrate(url, broken)).rejects.toThrow(
      'functions/lost.sql failed: relation "nowhere" does not exist',
    )
    expect(
      await valuesOf(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([])
  })
})

describe('a database of an earlier release', () => {
  test('a database of an earlier release runs the missing migrations', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, FIRST)
    await valuesOf(url, 'insert into seats values (1)')
    expect(await migrate(url, SECOND)).toEqual(['migrations/0001_prices'])
    expect(await valuesOf(url, 'select price from seats')).toEqual([5])
    expect(await migrate(url, SECOND)).toEqual([])
  })

  test('an upgraded database has the same schema as a new one, and the comparison detects a difference', async () => {
    const [upgraded, created, forgotten] = [
      await createEmptyDatabase(),
      await createEmptyDatabase(),
      await createEmptyDatabase(),
    ]
    await migrate(upgraded, FIRST)
    await migrate(upgraded, SECOND)
    await migrate(created, SECOND)
    await migrate(forgotten, { ...SECOND, tables: FIRST.tables })
    expect(await describeSchema(upgraded)).toEqual(await describeSchema(created))
    expect(await describeSchema(forgotten)).not.toEqual(await describeSchema(created))
  })

  test('a database stays unchanged when a migration fails, even if earlier migrations succeeded', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, FIRST)
    const before = await describeSchema(url)
    const broken = { ...SECOND, migrations: { ...SECOND.migrations, '0002_lost': 'drop table nowhere' } }
    await expect(migrate(url, broken)).rejects.toThrow(
      'migrations/0002_lost.sql failed: table "nowhere" does not exist',
    )
    expect(await describeSchema(url)).toEqual(before)
    expect(await migrate(url, SECOND)).toEqual(['migrations/0001_prices'])
  })
})

test('a role that owns no table can start when nothing has changed', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, FIRST)
  const role = `reader_${process.pid}`
  await runAsAdmin(
    url,
    `create role ${role} login password 'reads'; grant select on schema_changes, schema_functions to ${role}`,
  )
  onTestFinished(() => runAsAdmin(url, `drop owned by ${role}; drop role ${role}`))
  const address = new URL(url)
  address.username = role
  address.password = 'reads'
  expect(await migrate(address.href, FIRST)).toEqual([])
})

describe('refused and unchanged', () => {
  test.each(['kysely_migration', 'schema_changes', 'accounts'])(
    'refuses a database from before the baseline, recognized by the table %s, and leaves it unchanged',
    async (table) => {
      const url = await createEmptyDatabase()
      await valuesOf(url, `create table ${table} (name text)`)
      const before = await describeSchema(url)
      await expect(migrate(url)).rejects.toThrow(
        'This database was created by a development version of Back to Back and cannot be upgraded: ' +
          'to start over, set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
      )
      expect(await describeSchema(url)).toEqual(before)
    },
  )

  test('refuses a database that is newer than the code', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, FIRST)
    await migrate(url, SECOND)
    await expect(migrate(url, FIRST)).rejects.toThrow(
      'The database is newer than this release: it has 0001_prices, which this release does not know.',
    )
  })
})

test('the list of schema files names every file', () => {
  expect(() => orderTables({ ...productSchema.tables, stray: '' })).toThrow('Add stray to the list')
  const { accounts: _, ...others } = productSchema.tables
  expect(() => orderTables(others)).toThrow('src/database/schema/accounts.sql is missing.')
})

test('every test database is migrated and has its own URL', async () => {
  expect(await migrate(own.url)).toEqual([])
  const other = await createTestDatabase()
  expect(other.url).not.toBe(own.url)
  await other.drop()
})

test('the migration tolerates a server that ends the connection while it closes', async () => {
  const url = await createEmptyDatabase()
  const end = Reflect.get(Client.prototype, 'end') as (...input: unknown[]) => unknown
  function endEarly(this: Client, ...input: unknown[]): unknown {
    this.emit('error', new Error('terminating connection due to administrator command'))
    return end.apply(this, input)
  }
  const spy = vi.spyOn(Client.prototype, 'end').mockImplementation(endEarly)
  onTestFinished(() => spy.mockRestore())
  expect(await migrate(url, FIRST)).toHaveLength(3)
})
