import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { migrate } from './migrate'
import { createTestDatabase, runAsAdmin, withDatabase } from '~tests/support/database'

const names: string[] = []

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${process.pid}_${names.length}`
  names.push(name)
  await runAsAdmin(inject('testServer').admin, `create database ${name}`)
  return withDatabase(inject('testServer').admin, name)
}

async function valuesOf(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(query)
    return rows.map((row) => row.value)
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  for (const name of names) await runAsAdmin(inject('testServer').admin, `drop database ${name} with (force)`)
})

const FIRST = { '0001_first': 'create table a (id int); insert into a values (1);' }
const BOTH = { ...FIRST, '0002_second': 'insert into a values (2); insert into a values (3);' }

test('the product: every file runs once and in order, and nothing is left to do', async () => {
  const url = await emptyDatabase()
  const files = readdirSync('src/database/migrations').map((file) => file.replace('.sql', ''))
  expect(await migrate(url)).toEqual(files.toSorted())
  expect(await migrate(url)).toEqual([])
})

test('later files run on a database that has the earlier ones', async () => {
  const url = await emptyDatabase()
  await migrate(url, FIRST)
  expect(await migrate(url, BOTH)).toEqual(['0002_second'])
  expect(await valuesOf(url, 'select count(*)::int as value from a')).toEqual([3])
})

test('a file that fails is named and leaves nothing behind, not even of the files before it', async () => {
  const url = await emptyDatabase()
  const broken = { ...BOTH, '0003_third': 'insert into a values (4); insert into nowhere values (1);' }
  await expect(migrate(url, broken)).rejects.toThrow(
    'Migration 0003_third failed: relation "nowhere" does not exist',
  )
  expect(await valuesOf(url, `select to_regclass('a') as value`)).toEqual([null])
})

test('a database that is ahead of the code is refused and untouched', async () => {
  const url = await emptyDatabase()
  await migrate(url, BOTH)
  await expect(migrate(url, FIRST)).rejects.toThrow(
    'The database is newer than this release: it has 0002_second, which this release does not know.',
  )
})

test('six processes that start at once run each file once', async () => {
  const url = await emptyDatabase()
  const results = await Promise.all(Array.from({ length: 6 }, () => migrate(url, BOTH)))
  expect(results.flat().toSorted()).toEqual(['0001_first', '0002_second'])
  expect(await valuesOf(url, 'select id as value from a order by id')).toEqual([1, 2, 3])
})

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('a test database is a migrated copy of its own', async () => {
  expect(await migrate(own.url)).toEqual([])
  const other = await createTestDatabase()
  expect(other.url).not.toBe(own.url)
  await other.drop()
})

test('a server that ends the connection while it closes does no harm', async () => {
  const url = await emptyDatabase()
  const end = Reflect.get(Client.prototype, 'end') as (...input: unknown[]) => unknown
  const endEarly = function (this: Client, ...input: unknown[]): void {
    this.emit('error', new Error('terminating connection due to administrator command'))
    end.apply(this, input)
  }
  const spy = vi.spyOn(Client.prototype, 'end').mockImplementation(endEarly)
  try {
    expect(await migrate(url, FIRST)).toEqual(['0001_first'])
  } finally {
    spy.mockRestore()
  }
})
