import { readFileSync, readdirSync } from 'node:fs'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '~/database/connect'
import { formatProductSchema } from '~/database/format-release'
import { migrate } from '~/database/migrate'
import { type SchemaFiles, productSchema } from '~/database/schema-files'
import { startTestApp } from '~tests/support/app'
import { runAsAdmin } from '~tests/support/database'
import { describeSchema } from '~tests/support/describe-schema'
import { createEmptyDatabase, findUnannouncedFunctions, valuesOf } from '~tests/support/schema-files'

const FOLDER = 'tests/upgrades'
const readVersionFile = (version: string, name: string) =>
  readFileSync(`${FOLDER}/${version}/${name}.sql`, 'utf8')
/** The versions with a stored schema, the oldest first. */
const versions = readdirSync(FOLDER)
  .filter((name) => /^\d/u.test(name))
  .toSorted(new Intl.Collator('en', { numeric: true }).compare)
const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (?<version>\d\S+)(?<note>.*)$/gmu)]
const isReleased = (version: string) =>
  headings.some(
    ({ groups }) => groups?.['version'] === version && !groups['note']?.includes('not yet released'),
  )

/** Creates the database of a version with its data, and returns the address. */
async function createReleaseDatabase(version: string): Promise<string> {
  const url = await createEmptyDatabase()
  await runAsAdmin(url, readVersionFile(version, 'schema'))
  await runAsAdmin(url, readVersionFile(version, 'data'))
  return url
}

async function createNewDatabase(files?: SchemaFiles): Promise<string> {
  const url = await createEmptyDatabase()
  await migrate(url, files)
  return url
}

/** Returns the rows of the tables that the data of a version fills, without columns that have been added since. */
async function readRows(url: string, columns: ReadonlyMap<string, string>): Promise<Map<string, unknown[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const rows = new Map<string, unknown[]>()
    for (const [table, names] of columns)
      rows.set(table, (await client.query(`select ${names} from ${table} order by 1, 2`)).rows)
    return rows
  } finally {
    await client.end()
  }
}

async function readColumns(url: string): Promise<Map<string, string>> {
  const lines = await valuesOf(
    url,
    `select table_name || ' ' || string_agg(quote_ident(column_name), ', ' order by ordinal_position) from information_schema.columns
     join information_schema.tables using (table_name, table_schema)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'schema_%' group by table_name order by 1`,
  )
  return new Map(lines.map((line) => String(line).split(/ (.*)/u) as [string, string]))
}

describe('the stored schemas', () => {
  test('every version of the changelog has its schema', () => {
    expect(versions).toEqual(headings.map(({ groups }) => groups?.['version']).toReversed())
  })

  test('the stored schema of the unreleased version is current', () => {
    const open = versions.filter((version) => !isReleased(version))
    // If this fails after a change of the schema, run `npm run release-schema`.
    for (const version of open)
      expect(readVersionFile(version, 'schema') === formatProductSchema()).toBe(true)
    expect(open.length).toBeLessThanOrEqual(1)
  })

  test('the SQL of the schema creates the same database as a start of the product', async () => {
    const url = await createEmptyDatabase()
    await runAsAdmin(url, formatProductSchema())
    const created = await createNewDatabase()
    expect(await describeSchema(url)).toEqual(await describeSchema(created))
    expect(await migrate(url)).toEqual([])
    const query = `select name || ' ' || hash from schema_functions order by 1`
    expect(await valuesOf(url, query)).toEqual(await valuesOf(created, query))
  })

  test('migrations exist only after a release, and functions change only with a migration', async () => {
    const last = versions.findLast(isReleased)
    if (last === undefined) return expect(Object.keys(productSchema.migrations)).toEqual([])
    expect(await findUnannouncedFunctions(await createReleaseDatabase(last), productSchema)).toEqual([])
  })
})

describe.each(versions)('the database of %s', (version) => {
  test('an older database migrates to the schema of a new one, and keeps its rows', async () => {
    const url = await createReleaseDatabase(version)
    const columns = await readColumns(url)
    const before = await readRows(url, columns)
    expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(12)
    await migrate(url)
    expect(await describeSchema(url)).toEqual(await describeSchema(await createNewDatabase()))
    expect(await readRows(url, columns)).toEqual(before)
  })

  test('the product works with an older database after its migration', async () => {
    const url = await createReleaseDatabase(version)
    await migrate(url)
    const db = connect({ url, poolSize: 8 })
    onTestFinished(() => db.destroy())
    const app = await startTestApp({ on: { db, url } })
    onTestFinished(() => app.stop())
    const get = async (path: string, cookie = '') => {
      const response = await fetch(`${app.address}/api/v1${path}`, { headers: { cookie } })
      return `${response.status} ${await response.text()}`
    }
    expect(await get('/events')).toMatch(/^200 .*Upgrade Night/u)
    const [organizer, customer] = [await app.signIn('ada'), await app.signIn('ben')]
    expect(await get('/bookings/01900000-0000-7000-8000-000000000020', organizer)).toMatch(/^200 .*Potsdam/u)
    expect(await get('/orders', customer)).toMatch(/^200 .*Upgrade Night/u)
    expect(await get('/chat/rooms/01900000-0000-7000-8000-000000000030/messages', organizer)).toMatch(
      /^200 .*It still works/u,
    )
  })
})

describe('control: a changed table', () => {
  const ADDED = 'alter table profiles add column nickname text'
  const { profiles = '' } = productSchema.tables
  const changed = {
    ...productSchema,
    tables: { ...productSchema.tables, profiles: `${profiles}\n${ADDED};` },
  }

  test.each([
    { name: 'a missing migration', migrations: productSchema.migrations, isSame: false },
    {
      name: 'a migration',
      migrations: { ...productSchema.migrations, '9999_nickname': ADDED },
      isSame: true,
    },
  ])('$name leads to the schema of a new database: $isSame', async ({ migrations, isSame }) => {
    const next = { ...changed, migrations }
    const upgraded = await createReleaseDatabase(versions[0] ?? '')
    await migrate(upgraded, next)
    const schemas = [await describeSchema(upgraded), await describeSchema(await createNewDatabase(next))]
    expect(JSON.stringify(schemas[0]) === JSON.stringify(schemas[1])).toBe(isSame)
  })
})
