import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { productSchema } from './schema-files'
import { createTestDatabase } from '~tests/support/database'
import { drawFeatures, readTables, writeSchemaPage } from '~tests/support/draw-schema'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const tables = readTables(productSchema.tables)

test('schema.ts matches the schema files', { timeout: 60_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/database-types.mjs', '--check'], {
    encoding: 'utf8',
  })
  expect(`${stderr}${status}`).toBe('0')
})

test('the diagrams read every table and every reference from the files', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname || ' ' || confrelid::regclass as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`.execute(own.db)
  const { rows: names } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'schema_%'`.execute(
    own.db,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.map(({ name }) => name).toSorted())
  expect(
    tables
      .flatMap(({ name, references }) => references.map(({ column, to }) => `${name}.${column} ${to}`))
      .toSorted(),
  ).toEqual(rows.map(({ reference }) => reference).toSorted())
})

test('docs/schema.md shows the tables of each feature', async () => {
  await expect(writeSchemaPage(tables)).toMatchFileSnapshot('../../docs/schema.md')
})

test('ARCHITECTURE.md shows the features and their tables', async () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const drawing = /```mermaid\nflowchart LR\n.*?```/s
  expect(text).toMatch(drawing)
  await expect(text.replace(drawing, () => drawFeatures(tables))).toMatchFileSnapshot('../../ARCHITECTURE.md')
})

test('every function has a file named after it', async () => {
  for (const [name, text] of Object.entries(productSchema.functions))
    expect([...text.matchAll(/^create or replace function (\w+)/gm)].map(([, found]) => found)).toEqual([
      name,
    ])
  for (const [name, text] of Object.entries(productSchema.tables))
    expect(text, name).not.toMatch(/create (or replace )?function/)
})

test.each([
  ['email', 'accounts_email_verified'],
  ['phone', 'accounts_phone_verified'],
])('A-08 an account without %s cannot have it verified', async (column, constraint) => {
  await expect(
    sql`insert into accounts (claim_removed_at, ${sql.ref(`${column}_verified_at`)}) values (now(), now())`.execute(
      own.db,
    ),
  ).rejects.toMatchObject({ constraint })
})

test('a private chat room states how people join it', async () => {
  await expect(
    sql`insert into chat_rooms (name, room_type) values ('Crew', 'private')`.execute(own.db),
  ).rejects.toMatchObject({ constraint: 'chat_rooms_check1' })
})
