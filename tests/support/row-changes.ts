import { sql } from 'kysely'
import type { Database } from '~/database/connect'

export interface RowChange {
  table: string
  /** Updates and deletions, except those of rows that were added since the last call. */
  changed: number
  added: number
}

/**
 * Records every committed row change with triggers, which is faster than counting the rows of all tables (ten
 * milliseconds). Returns a function that returns and forgets the changes since its last call.
 */
export async function recordRowChanges(
  db: Database,
  { except }: { except: readonly string[] },
): Promise<() => Promise<RowChange[]>> {
  await sql`create schema recorded`.execute(db)
  await sql`create table recorded.changes (
    n bigint generated always as identity, name text not null, kind text not null, old jsonb, new jsonb)`.execute(
    db,
  )
  await sql`create function recorded.record() returns trigger language plpgsql as $$
    begin
      insert into recorded.changes (name, kind, old, new) values (tg_table_name, tg_op, to_jsonb(old), to_jsonb(new));
      return null;
    end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const table = sql.table(name)
    await sql`create trigger record_rows after insert or update or delete on ${table}
      for each row execute function recorded.record()`.execute(db)
    await sql`create trigger record_truncate after truncate on ${table} execute function recorded.record()`.execute(
      db,
    )
  }
  return async () => {
    const { rows } = await sql<RowChange>`
      with past as (delete from recorded.changes returning *)
      select name as table, count(*) filter (where kind = 'INSERT')::int as added,
        count(*) filter (where kind <> 'INSERT' and not exists (
          select from past as earlier where earlier.name = past.name and earlier.new = past.old and earlier.n < past.n))::int as changed
      from past group by name order by name`.execute(db)
    return rows
  }
}
