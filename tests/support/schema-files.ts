import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { hashText } from '~/database/migrate'
import type { SchemaFiles } from '~/database/schema-files'
import { runAsAdmin, withDatabase } from './database'

/** The schema of one release, and of the next one with a migration. */
export const FIRST: SchemaFiles = {
  tables: { people: 'create table people (id int, name text)', seats: 'create table seats (id int)' },
  functions: {
    count_people: `create or replace function count_people() returns bigint language sql as 'select count(*) from people'`,
  },
  migrations: {},
}
export const SECOND: SchemaFiles = {
  tables: { ...FIRST.tables, seats: 'create table seats (id int, price int not null)' },
  functions: FIRST.functions,
  migrations: {
    '0001_prices':
      'alter table seats add price int not null default 5; alter table seats alter price drop default',
  },
}
/** The schema of a third release, with which the code of the first release still works. */
export const THIRD: SchemaFiles = {
  ...SECOND,
  tables: { ...SECOND.tables, rows: 'create table rows (id int)' },
  functions: {
    count_people: FIRST.functions['count_people']?.replace('count(*)', 'count(*) + 1000') ?? '',
    count_rows: `create or replace function count_rows() returns bigint language sql as 'select count(*) from rows'`,
  },
  migrations: {
    '0001_prices': `-- safe since: baseline\n${SECOND.migrations['0001_prices']}`,
    '0002_rows': '-- safe since: baseline\ncreate table rows (id int)',
  },
}
/** Returns the same schema with one more function, or with a changed one. */
export function withFunction(name: string, text: string, files = FIRST): SchemaFiles {
  return { ...files, functions: { ...files.functions, [name]: `create or replace function ${text}` } }
}

let databases = 0

/** Creates a database without tables and returns its address. It is dropped at the end of the test. */
export async function createEmptyDatabase(): Promise<string> {
  const { admin } = inject('testServer')
  databases += 1
  const name = `migrate_${process.pid}_${databases}`
  await runAsAdmin(admin, `create database ${name}`)
  onTestFinished(() => runAsAdmin(admin, `drop database ${name} with (force)`))
  return withDatabase(admin, name)
}

/** Runs a query and returns the first column of its rows. */
export async function valuesOf(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<[unknown]>({ text: query, rowMode: 'array' })
    return rows.map(([value]) => value)
  } finally {
    await client.end()
  }
}

/**
 * Returns the functions that changed since the release that created a database, although no migration was added. An older
 * release recognizes newer functions by a migration that it doesn't have.
 */
export async function findUnannouncedFunctions(url: string, current: SchemaFiles): Promise<string[]> {
  const changes = await valuesOf(url, 'select name from schema_changes')
  if (Object.keys(current.migrations).some((name) => !changes.includes(name))) return []
  const released = await valuesOf(url, `select name || ' ' || hash from schema_functions`)
  const functions = Object.entries(current.functions).map(([name, text]) => `${name} ${hashText(text)}`)
  const changed = [
    ...functions.filter((entry) => !released.includes(entry)),
    ...released.map(String).filter((entry) => !functions.includes(entry)),
  ]
  return [...new Set(changed.map((entry) => entry.split(' ')[0] ?? ''))]
}
