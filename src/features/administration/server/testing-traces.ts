import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/** Every text and JSON of every table of ours and of the queue that contains this, as table.column. */
export async function whereStands(db: Database, text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; name: string; column: string }>`
    select c.table_schema as schema, c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY'))`.execute(db)
  const found: string[] = []
  for (const { schema, name, column } of columns) {
    const { rows } = await sql<{ one: number }>`
      select 1 as one from ${sql.table(`${schema}.${name}`)}
      where strpos(lower(${sql.ref(column)}::text), lower(${text})) > 0 limit 1`.execute(db)
    if (rows.length > 0) found.push(`${name}.${column}`)
  }
  return found
}
