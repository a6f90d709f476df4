import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate'
import { orderTables } from './schema-files'
import { FIRST, SECOND, createEmptyDatabase, valuesOf, withFunction } from '~tests/support/schema-files'

test('a changed function file takes effect at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'back-to-back-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync('src/database', folder, { recursive: true })
  const read = (name: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.sql'))
        .map((file) => [file.slice(0, -4), readFileSync(join(folder, name, file), 'utf8')]),
    )
  const files = () => ({
    tables: orderTables(read('schema')),
    functions: read('functions'),
    migrations: read('migrations'),
  })
  const url = await createEmptyDatabase()
  await migrate(url, files())
  expect(await valuesOf(url, `select check_in_quarter('2026-05-01 22:14Z')::text`)).toEqual([
    expect.stringContaining('22:00:00'),
  ])

  const file = join(folder, 'functions', 'check_in_quarter.sql')
  writeFileSync(file, readFileSync(file, 'utf8').replace('15 minutes', '10 minutes'))

  expect(await migrate(url, files())).toEqual(['functions/check_in_quarter'])
  expect(await valuesOf(url, `select check_in_quarter('2026-05-01 22:14Z')::text`)).toEqual([
    expect.stringContaining('22:10:00'),
  ])
  expect(await migrate(url, files())).toEqual([])
})

test('a function with another result replaces the old one', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, FIRST)
  await migrate(
    url,
    withFunction('count_people', `count_people() returns text language sql as $$ select 'many' $$`),
  )
  expect(await valuesOf(url, 'select count_people()')).toEqual(['many'])
})

test('a function with other parameters replaces the old one', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, FIRST)
  await migrate(
    url,
    withFunction('count_people', `count_people(x int) returns int language sql as 'select x'`),
  )
  expect(
    await valuesOf(url, `select oid::regprocedure::text from pg_proc where proname = 'count_people'`),
  ).toEqual(['count_people(integer)'])
})

test('a removed file drops the function', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, FIRST)
  expect(await migrate(url, { ...FIRST, functions: {} })).toEqual([])
  expect(await valuesOf(url, `select to_regproc('count_people')`)).toEqual([null])
})

test('new functions may use each other and the columns of a migration', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, FIRST)
  const files = withFunction(
    'a',
    `a() returns bigint language sql as 'select b()'`,
    withFunction('b', `b() returns bigint language sql as 'select sum(price) from seats'`, SECOND),
  )
  expect(await migrate(url, files)).toEqual(['migrations/0001_prices', 'functions/a', 'functions/b'])
})

test('a function that a table uses is not dropped, and nothing changes', async () => {
  const url = await createEmptyDatabase()
  const used = withFunction('one', `one() returns int language sql as 'select 1'`)
  await migrate(url, {
    ...used,
    tables: { uses: 'create table uses (id int default one())', ...FIRST.tables },
  })
  await expect(migrate(url, FIRST)).rejects.toThrow(
    'functions/one.sql failed: cannot drop function one() because other objects depend on it',
  )
  expect(await valuesOf(url, 'select one()')).toEqual([1])
})
