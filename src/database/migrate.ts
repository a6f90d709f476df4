import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Pool } from 'pg'

const OLDEST_MAJOR = 15

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The product's migrations by name, in order: `0001_ids`, … */
const productMigrations: Record<string, string> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1, -'.sql'.length), text]),
)

/**
 * Brings the database up to the code: every file that has not run yet, all in one transaction, under a lock that lets
 * several processes start at once. Answers the names that ran now. Throws when the database has migrations that this
 * code does not know (it is newer), or when a file fails, in which case nothing has changed.
 */
export async function migrate(
  url: string,
  migrations: Record<string, string> = productMigrations,
): Promise<string[]> {
  // A connection of its own: several statements in one text cannot be prepared, as those of the product's pool are.
  const pool = new Pool({ connectionString: url, max: 1 })
  // A server that stops may end the connection while it closes; without a listener that would end the process.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseOldServer(db)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => toKysely(migrations) } })
    const known = new Set(Object.keys(migrations))
    await refuseNewerDatabase(db, known)
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) {
      const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'set-up'
      const reason = error instanceof Error ? error.message : 'unknown reason'
      throw new Error(`Migration ${failed} failed: ${reason}`, { cause: error })
    }
    return results.map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

function toKysely(migrations: Record<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(text).execute(db)
        },
      },
    ]),
  )
}

async function refuseOldServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < OLDEST_MAJOR)
    throw new Error(
      `Back to Back needs PostgreSQL ${OLDEST_MAJOR} or later; DATABASE_URL leads to PostgreSQL ${major}.`,
    )
}

async function refuseNewerDatabase(db: Kysely<unknown>, known: Set<string>): Promise<void> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!tables[0]?.found) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.map((row) => row.name).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The database is newer than this release: it has ${unknown.join(', ')}, which this release does not know. ` +
        'Start the release that was used last, or a later one.',
    )
}
