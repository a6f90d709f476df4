import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { startTestApp } from '~tests/support/app'

/** Returns all text and JSON columns of our tables and the queue that contain a text, as `table.column`. */
export async function findColumnsContaining(db: Database, text: string): Promise<string[]> {
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

export interface ApiResponse {
  status: number
  code: string | undefined
  message: string
  body: Record<string, unknown> & { data?: Record<string, unknown> }
}

/** Creates an HTTP client for one signed-in person of the demo data. Each request comes from another network. */
export function createApiCaller(app: Awaited<ReturnType<typeof startTestApp>>, cookie: string) {
  return async function ask(method: string, path: string, body?: object): Promise<ApiResponse> {
    const response = await fetch(`${app.address}/api/v1/${path}`, {
      method,
      headers: {
        cookie,
        origin: app.address,
        'x-forwarded-for': app.someAddress(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json = await response.json()
    return { status: response.status, code: json?.code, message: json?.message ?? '', body: json }
  }
}
