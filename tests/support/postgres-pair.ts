import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '~/database/embedded'

const log = { info: () => undefined, error: () => undefined }
// These settings only make tests faster: a killed process loses nothing that it wrote, even without fsync.
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '150' }

export interface PostgresPair {
  primary: EmbeddedPostgres
  standby: EmbeddedPostgres
  stop: () => Promise<void>
}

/** Starts a primary and a standby. With `isSynchronous`, a transaction is committed once the standby has it, too. */
export async function startPostgresPair({
  isSynchronous,
}: {
  isSynchronous: boolean
}): Promise<PostgresPair> {
  const folders = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `back-to-back-${name}-`)))
  const [first = '', second = ''] = folders
  const draft = await startEmbeddedPostgres({ dataDir: first, log, settings: SETTINGS })
  await draft.stop()
  execFileSync('cp', ['-a', join(first, 'postgres'), second])
  const signalFile = join(second, 'postgres', 'standby.signal')
  writeFileSync(signalFile, '')
  const { uid, gid } = statSync(join(second, 'postgres'))
  chownSync(signalFile, uid, gid)
  const primary = await startEmbeddedPostgres({
    dataDir: first,
    log,
    settings: {
      ...SETTINGS,
      synchronous_commit: isSynchronous ? 'on' : 'local',
      ...(isSynchronous ? { synchronous_standby_names: '*' } : {}),
    },
  })
  const { searchParams, username } = new URL(primary.url)
  // Written into the configuration file, so that a test can change it.
  const connection = `host=${searchParams.get('host')} user=${username}`
  appendFileSync(join(second, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  const standby = await startEmbeddedPostgres({
    dataDir: second,
    log,
    settings: { ...SETTINGS, wal_retrieve_retry_interval: '100ms' },
  })
  await vi.waitUntil(() => queryValue(primary.url, 'select count(*) > 0 from pg_stat_replication'), {
    timeout: 20_000,
    interval: 50,
  })
  return {
    primary,
    standby,
    async stop() {
      // A stopping primary waits for its standby, so both are stopped at the same time.
      await Promise.all([primary.stop(), standby.stop()])
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement and returns the value of its only column and row. */
export async function queryValue(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<[unknown]>({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
