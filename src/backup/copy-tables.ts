import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { BackedUpTable, Manifest } from './manifest'
import { writeStoredFile } from './stored-file'

// The tables of the product and of the job queue. Excluded: those that describe the schema itself, the queue's
// statistics (a table per day), and its pending schema changes (bam), which the queue would run as SQL.
const TABLES = `
  select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname in (current_schema(), 'pgboss')
    and (n.nspname, c.relname) not in ((current_schema(), 'schema_changes'), (current_schema(), 'schema_functions'), ('pgboss', 'version'))
    and not (n.nspname = 'pgboss' and (c.relname like 'queue\\_stats%' or c.relname = 'bam'))
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1, 2 order by 1, 2`

const SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
  where schemaname in (current_schema(), 'pgboss') order by 1, 2`

type Table = Pick<BackedUpTable, 'schema' | 'name' | 'columns'>

/**
 * Copies all rows into compressed files of the folder. Use a transaction with a snapshot, so that all rows are of the
 * same moment.
 */
export async function copyTablesToFiles(
  client: Client,
  folder: string,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const { rows: found } = await client.query<Table>(TABLES)
  const tables: BackedUpTable[] = []
  for (const table of found) {
    const stream = client.query(copyTo(`copy ${formatColumns(table)} to stdout`))
    const path = `tables/${table.schema}.${table.name}.zst`
    const file = await writeStoredFile(folder, path, stream, { isCompressed: true })
    tables.push({ ...table, ...file, rows: stream.rowCount })
  }
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(SEQUENCES)
  return { tables, sequences }
}

/**
 * Replaces all rows by those of a backup, in the open transaction. Foreign keys are dropped first. They are checked
 * when they are added again at the end. Triggers don't run.
 * @throws Error with a message for the operator if the tables differ from those of the backup
 */
export async function copyFilesToTables(
  client: Client,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const { rows: found } = await client.query<Table>(TABLES)
  const different = findDifferentTable(found, tables)
  if (different !== undefined)
    throw new Error(
      `The backup and this release differ in the table ${different}. Restore it with the release that wrote it.`,
    )
  const names = tables.map(formatName)
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in (current_schema(), 'pgboss')`,
  )
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await copyFileToTable(client, folder, table)
  for (const { schema, name, value } of sequences)
    await client.query('select setval($1, $2, $3)', [
      formatName({ schema, name }),
      value ?? '1',
      value !== null,
    ])
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
}

async function copyFileToTable(client: Client, folder: string, table: BackedUpTable): Promise<void> {
  const target = client.query(copyFrom(`copy ${formatColumns(table)} from stdin`))
  await pipeline(createReadStream(join(folder, table.path)), createZstdDecompress(), target)
  if (target.rowCount !== table.rows)
    throw new Error(
      `The backup is damaged: ${table.path} has ${target.rowCount} rows instead of ${table.rows}. Use another backup.`,
    )
}

function findDifferentTable(first: readonly Table[], second: readonly Table[]): string | undefined {
  const listTables = (tables: readonly Table[]) =>
    new Map(tables.map(({ schema, name, columns }) => [`${schema}.${name}`, columns.toSorted().join()]))
  const [here, there] = [listTables(first), listTables(second)]
  return [...here.keys(), ...there.keys()].find((name) => here.get(name) !== there.get(name))
}

function formatName({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

function formatColumns(table: Table): string {
  return `${formatName(table)} (${table.columns.map(escapeIdentifier).join(', ')})`
}
