import { createHash } from 'node:crypto'
import { Client, DatabaseError } from 'pg'
import { formatLimits } from './connect'
import { BASELINE, type SchemaFiles, productSchema, readSafeSince } from './schema-files'

const OLDEST_MAJOR = 15
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNDEFINED_TYPE = '42704'
const OTHER_RESULT = '42P13'

/** Creates the tables in which this file records the state of the schema. */
export const OWN_TABLES = `
    create table schema_changes (name text primary key, ran_at timestamptz not null default now(), safe_since text);
    create table schema_functions (name text primary key, hash text not null)`

interface Signature {
  name: string
  signature: string
}

/**
 * Updates the database to the code: a new one gets the tables and functions, an existing one the missing migrations and
 * the functions whose text has changed. A database that a newer release migrated stays as it is. Runs in one transaction
 * under a lock, so several processes may start together. Returns the names of the files that ran.
 * @throws when a file fails, in which case nothing has changed, and when this code doesn't work with the database.
 */
export async function migrate(url: string, files: SchemaFiles = productSchema): Promise<string[]> {
  // Sets no limits, because the limits of the database role are meant for requests.
  const client = new Client({ connectionString: url, options: formatLimits({}) })
  // A stopping server may end the connection while it closes. Without a listener that would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await throwIfServerTooOld(client)
    await client.query(`begin; select pg_advisory_xact_lock(hashtext('back-to-back schema'))`)
    const ran = (await isNewDatabase(client))
      ? await createSchema(client, files)
      : await updateSchema(client, files)
    await client.query('commit')
    return ran
  } finally {
    // After a failure, this also rolls the transaction back.
    await client.end()
  }
}

async function isNewDatabase(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isKnown: boolean; isUnknown: boolean }>(`
    select exists (select from pg_attribute where attrelid = to_regclass('schema_changes') and attname = 'safe_since') as "isKnown",
      coalesce(to_regclass('kysely_migration'), to_regclass('schema_changes'), to_regclass('accounts')) is not null as "isUnknown"`)
  if (rows[0]?.isKnown) return false
  if (rows[0]?.isUnknown)
    throw new Error(
      'This database was created by a development version of Back to Back and cannot be upgraded: ' +
        'to start over, set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    )
  return true
}

async function createSchema(
  client: Client,
  { tables, functions, migrations }: SchemaFiles,
): Promise<string[]> {
  await client.query(OWN_TABLES)
  // Tables use functions, and functions use tables. So functions are created first with unchecked bodies, except those
  // whose parameters or result are rows of a table.
  await declareFunctions(client, functions)
  await runFiles(client, 'schema', tables)
  await defineFunctions(client, functions)
  await client.query('insert into schema_changes (name) values ($1)', [BASELINE])
  await recordMigrations(client, migrations, Object.keys(migrations))
  return [...listPaths('schema', tables), ...listPaths('functions', functions)]
}

async function updateSchema(client: Client, { functions, migrations }: SchemaFiles): Promise<string[]> {
  const { rows: done } = await client.query<{ name: string; safeSince: string | null }>(
    'select name, safe_since as "safeSince" from schema_changes order by name',
  )
  const isKnown = (name: string | null) => name === BASELINE || (name !== null && name in migrations)
  const pending = selectFiles(migrations, (name) => !done.some((change) => change.name === name))
  const unknown = done.filter(({ name }) => !isKnown(name))
  if (unknown.length > 0) {
    const unsafe = unknown.filter(({ safeSince }) => !isKnown(safeSince))
    // A newer release has all migrations of this one. If the database lacks one, it is unknown which release is
    // newer.
    const refused = Object.keys(pending).length > 0 ? unknown : unsafe
    if (refused.length > 0)
      throw new Error(
        `The database is newer than this release: it has ${refused.map(({ name }) => name).join(', ')}, which this release does not know. ` +
          'Start the release that ran last, or a later one.',
      )
    // Leaves the functions in the database as they are, because they belong to the newer release.
    return []
  }
  await runFiles(client, 'migrations', pending)
  await recordMigrations(client, migrations, Object.keys(pending))

  const applied = await queryFirstColumn<string>(client, `select name || ' ' || hash from schema_functions`)
  const changed = selectFiles(functions, (name, text) => !applied.includes(`${name} ${hashText(text)}`))
  await declareFunctions(client, changed)
  await defineFunctions(client, changed)
  const removed = applied.map((entry) => entry.split(' ')[0] ?? '').filter((name) => !(name in functions))
  await removeFunctions(client, removed)
  return [...listPaths('migrations', pending), ...listPaths('functions', changed)]
}

/** Creates the functions without checking their bodies, so that functions may use each other in any order. */
async function declareFunctions(client: Client, functions: Record<string, string>): Promise<void> {
  await client.query('set local check_function_bodies = off')
  const before = await listFunctionSignatures(client, Object.keys(functions))
  for (const [name, text] of Object.entries(functions))
    try {
      await client.query(`savepoint declaring; ${text}; release declaring`)
    } catch (error) {
      await client.query('rollback to declaring')
      const code = error instanceof DatabaseError ? error.code : undefined
      // The function needs the row type of a table that does not exist yet; defineFunctions creates it later.
      if (code === UNDEFINED_TYPE) continue
      if (code !== OTHER_RESULT) throw toFileError('functions', name, error)
      await dropFunctions(client, before, name)
      await runFiles(client, 'functions', { [name]: text })
    }
  // If the parameters of a function have changed, PostgreSQL has created a second function next to the old one, which
  // is dropped here.
  const after = await listFunctionSignatures(client, Object.keys(functions))
  for (const { name } of after.filter(
    ({ signature }) => !before.some((known) => known.signature === signature),
  ))
    await dropFunctions(client, before, name)
}

async function defineFunctions(client: Client, functions: Record<string, string>): Promise<void> {
  if (Object.keys(functions).length === 0) return
  await client.query('set local check_function_bodies = on')
  await runFiles(client, 'functions', functions)
  await client.query(
    `insert into schema_functions (name, hash) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set hash = excluded.hash`,
    [Object.keys(functions), Object.values(functions).map(hashText)],
  )
}

async function removeFunctions(client: Client, names: string[]): Promise<void> {
  if (names.length === 0) return
  const signatures = await listFunctionSignatures(client, names)
  for (const name of names) await dropFunctions(client, signatures, name)
  await client.query('delete from schema_functions where name = any ($1)', [names])
}

async function dropFunctions(client: Client, signatures: Signature[], dropped: string): Promise<void> {
  for (const { signature } of signatures.filter(({ name }) => name === dropped))
    await runFiles(client, 'functions', { [dropped]: `drop function if exists ${signature}` })
}

async function listFunctionSignatures(client: Client, names: readonly string[]): Promise<Signature[]> {
  const { rows } = await client.query<Signature>(
    `select proname as name, oid::regprocedure::text as signature from pg_proc
     where proname = any ($1) and pronamespace = current_schema()::regnamespace`,
    [names],
  )
  return rows
}

async function runFiles(client: Client, folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files))
    try {
      await client.query(text)
    } catch (error) {
      throw toFileError(folder, name, error)
    }
}

function toFileError(folder: string, name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : 'unknown reason'
  return new Error(`${folder}/${name}.sql failed: ${reason}`, { cause: error })
}

// Does nothing without changes, so that a role that can only read these tables can start.
async function recordMigrations(
  client: Client,
  migrations: Record<string, string>,
  recorded: string[],
): Promise<void> {
  for (const name of recorded)
    await client.query('insert into schema_changes (name, safe_since) values ($1, $2)', [
      name,
      readSafeSince(name, migrations),
    ])
}

async function throwIfServerTooOld(client: Client): Promise<void> {
  const [version = 0] = await queryFirstColumn<number>(
    client,
    `select current_setting('server_version_num')::int`,
  )
  const major = Math.floor(version / 10_000)
  if (major < OLDEST_MAJOR)
    throw new Error(
      `Back to Back needs PostgreSQL ${OLDEST_MAJOR} or later; DATABASE_URL points to PostgreSQL ${major}.`,
    )
}

async function queryFirstColumn<Value>(
  client: Client,
  query: string,
  parameters: unknown[] = [],
): Promise<Value[]> {
  const { rows } = await client.query<[Value]>({ text: query, values: parameters, rowMode: 'array' })
  return rows.map(([value]) => value)
}

function selectFiles(
  files: Record<string, string>,
  isPicked: (name: string, text: string) => boolean,
): Record<string, string> {
  const picked = Object.entries(files).filter(([name, text]) => isPicked(name, text))
  return Object.fromEntries(picked.toSorted(([first], [second]) => (first < second ? -1 : 1)))
}

function listPaths(folder: string, files: Record<string, string>): string[] {
  return Object.keys(files).map((name) => `${folder}/${name}`)
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
