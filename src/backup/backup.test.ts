import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFolderStorage } from '~/platform/storage/folder-storage'
import { startTestApp } from '~tests/support/app'
import { createDemoDatabase, createTestDatabase } from '~tests/support/database'
import { runBackupCommand } from './command'
import { createBackup } from './create-backup'
import { MANIFEST, type Manifest, readManifest } from './manifest'
import { restoreBackup } from './restore-backup'

const SECRET = 'the secret of the tests, long enough'
const KEY = `avatars/${'a'.repeat(22)}/256.webp`
const PICTURE = randomBytes(5_000)
const SECRETS = ['sessions', 'one_time_tokens', 'auth_codes', 'sign_in_flows']
const TABLE = 'tables/public.accounts.zst'
const root = mkdtempSync(join(tmpdir(), 'back-to-back-backup-'))
const backup = join(root, 'backup')
const CONFIG = { secret: SECRET, dataDir: root }
let app: Awaited<ReturnType<typeof startTestApp>>
let source: Awaited<ReturnType<typeof createTestDatabase>>
let before: Record<string, string>

beforeAll(async () => {
  app = await startTestApp()
  // Backs up a copy of the demo database that nothing changes during the tests.
  source = await createDemoDatabase(() => Promise.reject(new Error('the product has created it')))
  const queue = new PgBoss({ connectionString: source.url, supervise: false, schedule: false })
  await queue.start()
  await queue.createQueue('waiting')
  await queue.send('waiting', { text: 'tab\tand \\ backslash\nand line' })
  await queue.stop({ graceful: false })
  const storage = createFolderStorage(join(root, 'media'))
  await storage.put(KEY, PICTURE)
  await createBackup({ folder: backup, url: source.url, config: CONFIG, storage, now: new Date() })
  before = await describeRows(source.url)
})
afterAll(async () => {
  await source.drop()
  await app.stop()
  rmSync(root, { recursive: true })
})

/** Returns a hash of the rows of each table, and of all constraints, triggers and sequences. */
async function describeRows(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss') and relname not like 'queue\\_stats%' and oid::regclass::text <> 'pgboss.version'`,
  )
  const hashes: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || md5(string_agg(t::text, e'\\n' order by t::text)) as hash from ${name} t`,
    )
    hashes.push([name, rows[0]?.hash ?? 'empty'])
  }
  for (const text of [
    `concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint where contype <> 'n' and connamespace::regnamespace::text in ('public', 'pgboss')
       and conrelid::regclass::text not like '%queue\\_stats%'`,
    `concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal`,
    `concat_ws(' ', schemaname, sequencename, last_value) from pg_sequences`,
  ]) {
    const { rows } = await client.query<{ each: string }>(
      `select ${text.replace(' from', ' as each from')} order by 1`,
    )
    hashes.push([text, rows.map(({ each }) => each).join('\n')])
  }
  await client.end()
  return Object.fromEntries(hashes)
}

async function createTarget({ secret }: { secret?: string } = {}) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const dataDir = mkdtempSync(join(root, 'target-'))
  const storage = createFolderStorage(join(dataDir, 'media'))
  const restore = (folder = backup, replaces?: string) =>
    restoreBackup({ folder, url: database.url, config: { secret, dataDir }, storage, replaces })
  return { ...database, dataDir, storage, restore }
}

/** Copies the backup and changes the copy. */
function changeBackup(change: (folder: string) => void): string {
  const folder = mkdtempSync(join(root, 'changed-'))
  cpSync(backup, folder, { recursive: true })
  change(folder)
  return folder
}

function changeManifest(change: (manifest: Manifest) => object): string {
  return changeBackup((folder) => {
    const file = join(folder, MANIFEST)
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest) }))
  })
}

test('a restored database has the same rows, constraints and sequences, and the pictures and the secret', async () => {
  const target = await createTarget()
  await target.restore()
  const rows = await describeRows(target.url)
  const { chat_clock: clock } = rows
  const { chat_clock: clockBefore } = before
  expect(Object.keys(rows).length).toBeGreaterThan(80)
  // Sessions and emailed links must not work after a restore.
  const empty = Object.fromEntries(SECRETS.map((name) => [name, 'empty']))
  expect(rows).toEqual({ ...before, ...empty, chat_clock: clock })
  // The number of the last chat event (the chat clock) advances, so that browsers that have seen later numbers than
  // the backup refetch everything.
  expect(clock).not.toBe(clockBefore)
  expect((await target.storage.get(KEY))?.bytes).toEqual(PICTURE)
  expect(readFileSync(join(target.dataDir, 'secret'), 'utf8')).toBe(SECRET)
})

test('only the account that made a backup can read it', () => {
  expect(
    [backup, join(backup, TABLE), join(backup, 'secret')].map((file) => statSync(file).mode & 0o77),
  ).toEqual([0, 0, 0])
})

test('refuses a target with data, and replaces it if its database is named', async () => {
  const target = await createTarget()
  await target.restore()
  await expect(target.restore()).rejects.toThrow(
    /^The target isn't empty: it has \d+ accounts and 1 picture files\./,
  )
  await sql`update accounts set email = 'changed' || email`.execute(target.db)
  const later = KEY.replace('256', '512')
  await target.storage.put(later, PICTURE)
  await expect(target.restore(backup, 'another_database')).rejects.toThrow('--replace test_')
  await target.restore(backup, new URL(target.url).pathname.slice(1))
  expect((await describeRows(target.url))['accounts']).toBe(before['accounts'])
  expect(await target.storage.list()).toEqual([KEY])
})

test('backs up while the product runs, and leaves out the pictures on request', async () => {
  const folder = join(root, 'running')
  const { tables, pictures } = await createBackup({
    folder,
    url: app.url,
    config: CONFIG,
    storage: undefined,
    now: new Date(),
  })
  expect(tables.find(({ path }) => path === TABLE)?.rows).toBeGreaterThan(10)
  expect(pictures).toBeUndefined()
})

test('refuses to restore while the product runs on the database', async () => {
  const restored = restoreBackup({
    folder: backup,
    url: app.url,
    config: CONFIG,
    storage: createFolderStorage(join(root, 'media')),
    replaces: new URL(app.url).pathname.slice(1),
  })
  await expect(restored).rejects.toThrow('Back to Back is running on this database.')
})

test('refuses another SECRET than that of the backup', async () => {
  const target = await createTarget({ secret: 'another secret, which is long enough' })
  await expect(target.restore()).rejects.toThrow('SECRET differs from the secret in the backup')
})

test('refuses a data folder without a database, and creates nothing', async () => {
  const dataDir = mkdtempSync(join(root, 'mistyped-'))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATA_DIR', dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  const target = join(root, 'of-nothing')
  await expect(runBackupCommand(['backup', target])).rejects.toThrow(`There is no database in ${dataDir}.`)
  expect([readdirSync(dataDir), existsSync(target)]).toEqual([[], false])
})

test('refuses to write into a folder with files', async () => {
  const again = createBackup({
    folder: backup,
    url: app.url,
    config: CONFIG,
    storage: undefined,
    now: new Date(),
  })
  await expect(again).rejects.toThrow("isn't empty. Choose a new folder")
})

test.each([
  [
    'without its manifest',
    () => changeBackup((folder) => unlinkSync(join(folder, MANIFEST))),
    'is not a backup',
  ],
  [
    'of another product',
    () => changeManifest(() => ({ product: 'front-to-front' })),
    'was not written by Back to Back',
  ],
  [
    'with a truncated file',
    () => changeBackup((folder) => truncateSync(join(folder, TABLE), 100)),
    'has 100 bytes',
  ],
  ['without a file', () => changeBackup((folder) => unlinkSync(join(folder, TABLE))), `${TABLE} is missing`],
  [
    'with a changed file',
    () =>
      changeBackup((folder) => {
        const bytes = readFileSync(join(folder, TABLE))
        bytes[50] = (bytes[50] ?? 0) ^ 1
        writeFileSync(join(folder, TABLE), bytes)
      }),
    'has changed',
  ],
  [
    'with a file outside its folder',
    () => changeManifest(({ secret }) => ({ secret: { ...secret, path: '../secret' } })),
    'was not written by Back to Back',
  ],
  [
    'with SQL as the value of a sequence',
    () => changeManifest(() => ({ sequences: [{ schema: 'public', name: 'x', value: '1); select (1' }] })),
    'was not written by Back to Back',
  ],
])('refuses a backup %s', async (_name, makeBackup, message) => {
  await expect(readManifest(makeBackup())).rejects.toThrow(message)
})

test('leaves the target as it is when the backup is of another release or its rows don’t fit', async () => {
  const target = await createTarget()
  const newer = changeManifest(({ schemaChanges }) => ({ schemaChanges: [...schemaChanges, '9999-later'] }))
  await expect(target.restore(newer)).rejects.toThrow('made by a newer release')
  const incomplete = changeManifest(({ tables }) => ({
    tables: tables.map((table) => (table.path === TABLE ? { ...table, rows: table.rows + 1 } : table)),
  }))
  await expect(target.restore(incomplete)).rejects.toThrow('rows instead of')
  await sql`update pgboss.queue set table_name = 'job_common; drop table accounts' where name = 'waiting'`.execute(
    source.db,
  )
  const hostile = join(root, 'hostile')
  await createBackup({
    folder: hostile,
    url: source.url,
    config: CONFIG,
    storage: undefined,
    now: new Date(),
  })
  await expect(target.restore(hostile)).rejects.toThrow("a job queue that Back to Back doesn't have")
  const { rows } = await sql`select (select count(*)::int from accounts) as accounts,
    (select count(*)::int from pg_constraint where conname = 'profile_views_profile_id_fkey') as keys`.execute(
    target.db,
  )
  expect(rows).toEqual([{ accounts: 0, keys: 1 }])
  expect(await target.storage.list()).toEqual([])
})
