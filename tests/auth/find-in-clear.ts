import { sql } from 'kysely'
import type { Database } from '~/database/connect'

async function columnsOf(db: Database, types: readonly string[]) {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE' and c.data_type = any (${types})`.execute(
    db,
  )
  return rows
}

const TEXTS = ['text', 'character varying', 'jsonb', 'json', 'ARRAY', 'uuid']

export interface Secret {
  name: string
  text: string
  bytes?: readonly Buffer[] | undefined
}

/**
 * Returns where secrets are stored in clear text, as `name: table.column`. Searches text and JSON for the full secret,
 * and binary columns for its UTF-8 form and for each of `bytes`.
 */
export async function findInClear(db: Database, secrets: readonly Secret[]): Promise<string[]> {
  const found: string[] = []
  const names = secrets.map(({ name }) => name)
  const texts = secrets.map(({ text }) => text)
  const words = texts.map(
    (text) =>
      `(^|[^[:alnum:]_.-])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([^[:alnum:]_-]|$)`,
  )
  for (const { schema, table, column } of await columnsOf(db, TEXTS)) {
    // Most secrets are found nowhere, so each column is first searched as one long text, which is much faster than row by row.
    const { rows } = await sql<{ name: string }>`
      with whole as materialized (
        select string_agg(${sql.ref(column)}::text, chr(10)) as text from ${sql.table(`${schema}.${table}`)})
      select s.name from whole, unnest(${names}::text[], ${texts}::text[], ${words}::text[]) as s (name, text, word)
      where strpos(whole.text, s.text) > 0 and exists (select from ${sql.table(`${schema}.${table}`)} t
        where strpos(t.${sql.ref(column)}::text, s.text) > 0 and t.${sql.ref(column)}::text ~ s.word)`.execute(
      db,
    )
    found.push(...rows.map(({ name }) => `${name}: ${table}.${column}`))
  }
  const forms = secrets.flatMap(({ name, text, bytes = [] }) =>
    [Buffer.from(text), ...bytes].map((form) => ({ name, form })),
  )
  for (const { schema, table, column } of await columnsOf(db, ['bytea'])) {
    const { rows } = await sql<{ name: string }>`
      select distinct s.name from ${sql.table(`${schema}.${table}`)} t,
        unnest(${forms.map(({ name }) => name)}::text[], ${forms.map(({ form }) => form)}::bytea[]) as s (name, form)
      where position(s.form in t.${sql.ref(column)}) > 0`.execute(db)
    found.push(...rows.map(({ name }) => `${name}: ${table}.${column}`))
  }
  return found
}
