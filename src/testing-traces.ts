import { sql } from 'kysely'
import type { Database } from './database/connect'

/** Every column of these types in our tables and in the queue. */
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

/**
 * Where this stands in clear, as table.column: in texts and JSON, with nothing of its own kind on either side, and in bytes as its
 * UTF-8 and as each of `bytes`.
 */
export async function whereInClear(
  db: Database,
  text: string,
  bytes: readonly Buffer[] = [],
): Promise<string[]> {
  const found: string[] = []
  const word = `(^|[^[:alnum:]_.-])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([^[:alnum:]_-]|$)`
  for (const { schema, table, column } of await columnsOf(db, TEXTS)) {
    const { rows } = await sql`
      select from ${sql.table(`${schema}.${table}`)} where strpos(${sql.ref(column)}::text, ${text}) > 0
        and ${sql.ref(column)}::text ~ ${word} limit 1`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  for (const { schema, table, column } of await columnsOf(db, ['bytea']))
    for (const one of [Buffer.from(text), ...bytes]) {
      const { rows } = await sql`
        select from ${sql.table(`${schema}.${table}`)} where position(${one}::bytea in ${sql.ref(column)}) > 0 limit 1`.execute(
        db,
      )
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  return found
}
