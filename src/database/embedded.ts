import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPostgres } from './embedded-binaries'
import { initialize } from './embedded-initialize'
import { holdDataFolder } from './embedded-lock'
import { stopOrphan } from './embedded-orphan'
import { findServerOwner } from './embedded-owner'
import { POSTGRES_MAJOR, PRODUCT_DATABASE, type Log, runPostgres } from './embedded-process'

export type EmbeddedPostgres = {
  /** Address of the product's database, for pg and for psql alike. */
  url: string
  getUrl: (database: string) => string
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. Safe to call twice. */
  stop: () => Promise<void>
}

/**
 * Runs PostgreSQL as a child process on `dataDir/postgres`, creating it if it does not exist. It listens only on a
 * private Unix socket. Throws an Error with an actionable message: another process holds the folder, another major
 * version created it, or another user owns it.
 *
 * `settings` are further PostgreSQL parameters, such as `{ fsync: 'off' }` in tests.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Log
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const release = holdDataFolder(dataDir)
  try {
    const folder = join(dataDir, 'postgres')
    refuseOtherMajorVersion(folder)
    await stopOrphan(folder, options.log)
    const owner = findServerOwner(folder)
    const binaries = findPostgres(owner)
    if (!existsSync(folder)) {
      options.log.info(`Creating the database in ${folder}`)
      initialize({ folder, owner, binaries })
    }
    const server = await runPostgres({ folder, owner, binaries, ...options })
    const stop = async (): Promise<void> => {
      await server.stop()
      release()
    }
    return { url: server.getUrl(PRODUCT_DATABASE), getUrl: server.getUrl, stop }
  } catch (error) {
    release()
    throw error
  }
}

function refuseOtherMajorVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const found = readFileSync(file, 'utf8').trim()
  if (found === POSTGRES_MAJOR) return
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${found}, but this release runs PostgreSQL ${POSTGRES_MAJOR}. ` +
      `Dump it with PostgreSQL ${found} and restore it into an empty folder, or set DATA_DIR to another folder.`,
  )
}
