import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { migrate } from '~/database/migrate'
import type { Configuration } from '~/platform/config/configuration'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { copyFilesToTables } from './copy-tables'
import { readSchemaVersions } from './create-backup'
import { type Manifest, readManifest } from './manifest'

// A restore raises the number of the last chat event by this step. A site has fewer events between a backup and its
// restore, so no number is used twice.
const CLOCK_STEP = 1_000_000_000

/**
 * Restores the database, the pictures and the secret of a backup. The database is replaced in one transaction: if
 * anything fails, it stays as it was.
 * @throws Error with a message for the operator: the backup is damaged or of another release, the product is running, or
 * the target isn't empty and `replaces` isn't its name
 */
export async function restoreBackup(options: {
  folder: string
  url: string
  config: Pick<Configuration, 'secret' | 'dataDir'>
  storage: Pick<MediaStorage, 'list' | 'put' | 'remove'>
  /** The name of the database whose data may be deleted. */
  replaces?: string | undefined
}): Promise<Manifest> {
  const { folder, url, config, storage, replaces } = options
  const manifest = await readManifest(folder)
  const secret = await readFile(join(folder, manifest.secret.path), 'utf8')
  if (config.secret !== undefined && config.secret !== secret)
    throw new Error(
      `SECRET differs from the secret in the backup, so people could not sign in with their authenticator apps. Set it to the content of ${join(folder, manifest.secret.path)}.`,
    )
  const client = new Client({ connectionString: url, application_name: 'back-to-back restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    await throwIfRunning(client)
    if (replaces !== (await readDatabaseName(client))) await throwIfNotEmpty(client, storage)
    await createSchemas(url)
    await throwIfOtherRelease(client, manifest)
    await client.query('begin')
    await copyFilesToTables(client, folder, manifest)
    await throwIfRunning(client)
    await throwIfForeignQueue(client)
    // Sessions that were ended after the backup, and links that were used, must not work again.
    await client.query('delete from sessions')
    await client.query('delete from one_time_tokens')
    await client.query('delete from auth_codes')
    await client.query('delete from sign_in_flows')
    // Browsers may have seen numbers of chat events that were used after the backup. With still higher numbers,
    // browsers refetch everything.
    await client.query('update chat_clock set seq = seq + $1, trimmed_seq = seq + $1', [CLOCK_STEP])
    for (const { key, path } of manifest.pictures ?? [])
      await storage.put(key, await readFile(join(folder, path)))
    await client.query('commit')
    if (config.secret === undefined) await writeSecret(config.dataDir, secret)
    if (manifest.pictures) await removeOtherPictures(storage, manifest.pictures)
    await client.query('analyze')
  } finally {
    await client.end()
  }
  return manifest
}

async function throwIfRunning(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('back-to-back jobs', 'back-to-back leader', 'back-to-back heartbeat') limit 1`,
  )
  if (rows.length > 0)
    throw new Error('Back to Back is running on this database. Stop all its processes, then restore again.')
}

// Prevents SQL injection: the job queue writes the name of a queue's table into its statements.
async function throwIfForeignQueue(client: Client): Promise<void> {
  const { rows } = await client.query("select from pgboss.queue where table_name <> 'job_common' limit 1")
  if (rows.length > 0)
    throw new Error("The backup has a job queue that Back to Back doesn't have. Use another backup.")
}

async function readDatabaseName(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

async function throwIfNotEmpty(client: Client, storage: Pick<MediaStorage, 'list'>): Promise<void> {
  const { rows } = await client.query<{ isKnown: boolean }>(
    `select to_regclass('accounts') is not null as "isKnown"`,
  )
  const accounts =
    rows[0]?.isKnown === true
      ? (await client.query<{ count: number }>('select count(*)::int as count from accounts')).rows
      : []
  const found = [
    ...accounts.filter(({ count }) => count > 0).map(({ count }) => `${count} accounts`),
    ...[(await storage.list()).length].filter((count) => count > 0).map((count) => `${count} picture files`),
  ]
  if (found.length > 0)
    throw new Error(
      `The target isn't empty: it has ${found.join(' and ')}. Restore into an empty place, or add --replace ${await readDatabaseName(client)} to delete the data of that database.`,
    )
}

async function createSchemas(url: string): Promise<void> {
  await migrate(url)
  const queue = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  // Ignores errors of the queue's connections; errors of `start` are thrown.
  queue.on('error', () => undefined)
  await queue.start()
  await queue.stop({ graceful: false })
}

async function throwIfOtherRelease(client: Client, manifest: Manifest): Promise<void> {
  const { schemaChanges, jobsVersion } = await readSchemaVersions(client)
  const isSame = (names: readonly string[]) => names.toSorted().join() === schemaChanges.toSorted().join()
  if (isSame(manifest.schemaChanges) && manifest.jobsVersion === jobsVersion) return
  const isNewer = manifest.schemaChanges.some((name) => !schemaChanges.includes(name))
  throw new Error(
    `The backup of ${manifest.createdAt} was made by ${isNewer ? 'a newer' : 'an older'} release. Restore it with the same release${isNewer ? '.' : ', then upgrade.'}`,
  )
}

/**
 * Removes pictures that the target had before the restore. No row refers to them any longer, but their URLs would
 * still work.
 */
async function removeOtherPictures(
  storage: Pick<MediaStorage, 'list' | 'remove'>,
  pictures: NonNullable<Manifest['pictures']>,
): Promise<void> {
  const restored = new Set(pictures.map(({ key }) => key))
  await storage.remove((await storage.list()).filter((key) => !restored.has(key)))
}

async function writeSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600 })
}
