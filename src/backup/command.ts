import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres, findRunningPostgres } from '~/database/embedded'
import { type Configuration, readConfiguration } from '~/platform/config/configuration'
import { createLog } from '~/platform/log/log'
import { createStorage } from '~/platform/storage/create-storage'
import { createBackup } from './create-backup'
import { restoreBackup } from './restore-backup'

const USAGE = {
  backup: 'Usage: npm run backup -- [FOLDER] [--no-pictures]',
  restore: 'Usage: npm run restore -- FOLDER [--replace DATABASE]',
}

/**
 * Backs up or restores the configured database, pictures and secret. Returns the lines to print.
 * @throws Error with a message for the operator
 */
export async function runBackupCommand([command, ...rest]: readonly string[]): Promise<string[]> {
  return command === 'restore' ? await runRestore(rest) : await runBackup(rest)
}

async function runBackup(rest: readonly string[]): Promise<string[]> {
  const { values, folder } = parseCommand(rest, 'backup')
  const config = readConfiguration(process.env)
  const now = new Date()
  const target = folder ?? join('backups', now.toISOString().slice(0, 19).replaceAll(':', '-'))
  const storage = createStorage(config)
  const database = await findDatabase(config, { isBackup: true })
  try {
    const { tables, pictures } = await createBackup({
      folder: target,
      url: database.url,
      config,
      storage: values['no-pictures'] ? undefined : storage,
      now,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return [
      `Backed up ${rows} rows of ${tables.length} tables, ${pictures === undefined ? 'no pictures' : `${pictures.length} picture files`} and the secret into ${target}.`,
      'Store it where only you can read it: it has all personal data and the secret.',
    ]
  } finally {
    storage.close()
    await database.close()
  }
}

async function runRestore(rest: readonly string[]): Promise<string[]> {
  const { values, folder } = parseCommand(rest, 'restore')
  if (folder === undefined) throw new Error(USAGE.restore)
  const config = readConfiguration(process.env)
  const storage = createStorage(config)
  const database = await findDatabase(config, { isBackup: false })
  try {
    const { createdAt, tables, pictures } = await restoreBackup({
      folder,
      url: database.url,
      config,
      storage,
      replaces: values.replace,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return [
      `Restored ${rows} rows of ${tables.length} tables and ${pictures?.length ?? 0} picture files as they were on ${createdAt} into ${describeTarget(database.url)}.`,
      'Orders paid after the backup are missing. Compare your orders with your payment provider.',
    ]
  } finally {
    storage.close()
    await database.close()
  }
}

/** Describes a database for a message: `back_to_back on db.example`. Leaves out the password in the URL. */
function describeTarget(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1))} on ${hostname}`
}

function parseCommand(rest: readonly string[], command: keyof typeof USAGE) {
  try {
    const { values, positionals } = parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: {
        'no-pictures': { type: 'boolean', default: false },
        replace: { type: 'string' },
      },
    })
    const isForeign = command === 'backup' ? values.replace !== undefined : values['no-pictures']
    if (positionals.length <= 1 && !isForeign) return { values, folder: positionals[0] }
  } catch {
    // An unknown option, reported below.
  }
  throw new Error(USAGE[command])
}

/**
 * Finds the PostgreSQL server itself, not a connection pooler in front of it. Without a configured server, uses the
 * built-in PostgreSQL. For a backup, it must exist, and is started unless it runs. For a restore, it is started, and
 * created if necessary.
 */
async function findDatabase(
  config: Configuration,
  { isBackup }: { isBackup: boolean },
): Promise<{ url: string; close: () => Promise<void> }> {
  const external = config.databaseDirectUrl ?? config.databaseUrl
  const url = external ?? (isBackup ? await findRunningPostgres(config.dataDir) : undefined)
  if (url !== undefined) return { url, close: () => Promise.resolve() }
  if (isBackup && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the product has it.`,
    )
  const log = createLog({ level: config.logLevel })
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { url: server.url, close: server.stop }
}
