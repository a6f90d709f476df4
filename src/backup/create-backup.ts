import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { readSecret } from '~/platform/config/secret'
import type { Configuration } from '~/platform/config/configuration'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { copyTablesToFiles } from './copy-tables'
import { MANIFEST, type Manifest } from './manifest'
import { writeStoredFile } from './stored-file'

const PICTURES_AT_ONCE = 8

/**
 * Writes the database as it is at one moment, the pictures and the secret into a new folder, while the product may run.
 * A picture that a user deletes during the backup may be missing.
 * @throws Error with a message for the operator
 */
export async function createBackup(options: {
  folder: string
  url: string
  config: Pick<Configuration, 'secret' | 'dataDir'>
  /** Undefined leaves out the pictures. */
  storage: Pick<MediaStorage, 'list' | 'get'> | undefined
  now: Date
}): Promise<Manifest> {
  const { folder, url, config, storage, now } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} isn't empty. Choose a new folder for each backup.`)
  const manifest: Manifest = {
    product: 'back-to-back',
    format: 1,
    createdAt: now.toISOString(),
    ...(await writeDatabase(url, folder)),
    ...(storage && { pictures: await writePictures(storage, folder) }),
    secret: await writeStoredFile(
      folder,
      'secret',
      Buffer.from(readSecret({ ...config, previousSecret: undefined })),
    ),
  }
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, undefined, 2), { flag: 'wx', mode: 0o600 })
  return manifest
}

async function writeDatabase(url: string, folder: string) {
  const client = new Client({ connectionString: url, application_name: 'back-to-back backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    return { ...(await readSchemaVersions(client)), ...(await copyTablesToFiles(client, folder)) }
  } finally {
    await client.end()
  }
}

/** Reads the versions of the product's and the job queue's schemas in the database. @throws if it has none */
export async function readSchemaVersions(
  client: Client,
): Promise<Pick<Manifest, 'schemaChanges' | 'jobsVersion'>> {
  const { rows } = await client.query<{ isComplete: boolean }>(
    `select to_regclass('schema_changes') is not null and to_regclass('pgboss.version') is not null as "isComplete"`,
  )
  if (rows[0]?.isComplete !== true)
    throw new Error('The database is empty: Back to Back has never started on it.')
  const { rows: versions } = await client.query<{ schemaChanges: string[]; jobsVersion: number }>(
    `select array_agg(name order by name) as "schemaChanges", (select version from pgboss.version) as "jobsVersion" from schema_changes`,
  )
  const [version] = versions
  if (version === undefined) throw new Error('The query returned no row.')
  return version
}

async function writePictures(storage: Pick<MediaStorage, 'list' | 'get'>, folder: string) {
  const keys = (await storage.list()).toSorted()
  const pictures: NonNullable<Manifest['pictures']> = []
  for (let start = 0; start < keys.length; start += PICTURES_AT_ONCE) {
    const batch = await Promise.all(
      keys.slice(start, start + PICTURES_AT_ONCE).map(async (key) => {
        const picture = await storage.get(key)
        return picture && { key, ...(await writeStoredFile(folder, `pictures/${key}`, picture.bytes)) }
      }),
    )
    pictures.push(...batch.filter((picture) => picture !== undefined))
  }
  return pictures
}
