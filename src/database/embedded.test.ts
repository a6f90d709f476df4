import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { build } from 'vite'
import { startEmbeddedPostgres } from './embedded'
import { isProcessRunning } from './embedded-process-id'
import { type Owner, canAccess, findServerOwner } from './embedded-owner'
import { isLongRun } from '~tests/support/long-run'

const work = mkdtempSync(join(tmpdir(), 'back-to-back-embedded-'))
const messages: string[] = []
const log = {
  info: (message: string) => messages.push(message),
  error: (message: string) => messages.push(message),
}
// Creating a database takes a second. Tests that are not about its creation start from a copy of this one.
const created = join(work, 'created')
const bundle = fileURLToPath(
  new URL(`../../node_modules/.cache/embedded-test-${process.pid}`, import.meta.url),
)

beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir: created, log })).stop()
  // The tests that kill the server need the real module in its own process.
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: { ssr: 'src/database/embedded.ts', outDir: bundle, emptyOutDir: true },
  })
})
afterAll(() => {
  rmSync(work, { recursive: true, force: true })
  rmSync(bundle, { recursive: true, force: true })
})

/** Returns a data folder whose database exists already. */
function copyCreated(name: string): string {
  const dataDir = join(work, name)
  cpSync(created, dataDir, { recursive: true })
  // The copied folders get default modes, and PostgreSQL refuses a folder that others may read.
  chmodSync(join(dataDir, 'postgres'), 0o700)
  return dataDir
}

async function start(dataDir: string): Promise<Awaited<ReturnType<typeof startEmbeddedPostgres>>> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  onTestFinished(() => server.stop())
  return server
}

async function runQuery(url: string, query: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ value: unknown }>(query)
    return rows[0]?.value
  } finally {
    await client.end()
  }
}

/** Starts the server in another process, which prints its address and waits to be killed. */
async function startInOtherProcess(
  dataDir: string,
  owner?: Owner,
): Promise<{ child: ChildProcess; url: string }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(bundle, 'embedded.js'))})
    const log = { info() {}, error() {} }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    process.stdout.write(server.url + '\\n')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...owner,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error('The other process ended')))
  })
  return { child, url }
}

function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return new Promise((resolve) => child.once('exit', resolve))
}

function readServerPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('creates a database in a private folder, keeps it over a restart, and does not create it twice', async () => {
  // Only the owner of this folder and root can enter it.
  const home = mkdtempSync(join(work, 'home-'))
  expect(statSync(home).mode & 0o077).toBe(0)
  const dataDir = join(home, 'a folder with spaces', 'data')
  const first = await startEmbeddedPostgres({ dataDir, log })
  await runQuery(first.url, 'create table kept as select 7 as value')
  await first.stop()
  await first.stop()
  messages.length = 0
  const second = await start(dataDir)
  expect(messages).toEqual([])
  expect(await runQuery(second.url, 'select value from kept')).toBe(7)
  expect(
    await runQuery(second.url, `select current_setting('server_version_num')::int / 10000 as value`),
  ).toBe(18)
})

test('the server listens only on a private socket, and fsync is on', async () => {
  const server = await start(copyCreated('private'))
  expect(await runQuery(server.url, `select current_setting('listen_addresses') as value`)).toBe('')
  expect(await runQuery(server.url, `select current_setting('fsync') as value`)).toBe('on')
  const socketFolder = new URL(server.url).searchParams.get('host') ?? ''
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  await server.stop()
  expect(existsSync(socketFolder)).toBe(false)
})

test('a second start names the process that holds the folder, in the same process or another', async () => {
  const dataDir = copyCreated('held')
  const { child } = await startInOtherProcess(dataDir)
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    `The data folder ${dataDir} is in use by process ${child.pid}.`,
  )
  expect(await killed(child, 'SIGTERM')).toBe(0)
  await start(dataDir)
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`in use by process ${process.pid}.`)
})

test.runIf(isLongRun)('of eight simultaneous starts after a crash, exactly one succeeds', async () => {
  const dataDir = copyCreated('race')
  writeFileSync(join(dataDir, 'held-by.json'), JSON.stringify({ pid: 1, mark: 'an earlier boot' }))
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => startEmbeddedPostgres({ dataDir, log })),
  )
  const winners = results.filter((result) => result.status === 'fulfilled')
  await Promise.all(winners.map((winner) => winner.value.stop()))
  expect(winners).toHaveLength(1)
})

test('kill -9 of the server loses nothing, leaves no PostgreSQL running, and the next start works', async () => {
  const dataDir = copyCreated('killed')
  const { child, url } = await startInOtherProcess(dataDir)
  await runQuery(url, 'create table kept as select 5 as value')
  const postmaster = readServerPid(dataDir)
  await killed(child, 'SIGKILL')
  await expect.poll(() => isProcessRunning(postmaster), { timeout: 10_000 }).toBe(false)
  await expect
    .poll(() => existsSync(new URL(url).searchParams.get('host') ?? ''), { timeout: 10_000 })
    .toBe(false)
  expect(await runQuery((await start(dataDir)).url, 'select value from kept')).toBe(5)
})

test('the next start stops a PostgreSQL that was left running', async () => {
  const dataDir = copyCreated('orphan')
  const server = await startInOtherProcess(dataDir)
  const postmaster = readServerPid(dataDir)
  // Frozen and without its lock, as if the server and the process watching it had been killed.
  server.child.kill('SIGSTOP')
  onTestFinished(() => void server.child.kill('SIGKILL'))
  rmSync(join(dataDir, 'held-by.json'))
  messages.length = 0
  const next = await start(dataDir)
  expect(messages).toContain(`Stopping a PostgreSQL (process ${postmaster}) that an earlier run left behind`)
  expect(isProcessRunning(postmaster)).toBe(false)
  expect(await runQuery(next.url, 'select 1 as value')).toBe(1)
  expect(existsSync(new URL(server.url).searchParams.get('host') ?? '')).toBe(false)
})

test.runIf(isLongRun)('restarts under the same address after its postmaster was killed', async () => {
  const dataDir = copyCreated('restarted')
  const { url } = await start(dataDir)
  await runQuery(url, 'create table kept as select 7 as value')
  const first = readServerPid(dataDir)
  process.kill(first, 'SIGKILL')
  await expect
    .poll(() => runQuery(url, 'select value from kept').catch(() => undefined), { timeout: 20_000 })
    .toBe(7)
  expect(readServerPid(dataDir)).not.toBe(first)
})

test.runIf(existsSync('/proc/self/stat'))(
  'a start ends backends that outlived their postmaster',
  async () => {
    const dataDir = copyCreated('headless')
    const { child, url } = await startInOtherProcess(dataDir)
    const postmaster = readServerPid(dataDir)
    const lost = new Client({ connectionString: url })
    lost.on('error', () => undefined)
    await lost.connect()
    const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    // A frozen process cannot notice that its postmaster has ended.
    process.kill(backend, 'SIGSTOP')
    await killed(child, 'SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    const next = await start(dataDir)
    expect(isProcessRunning(backend)).toBe(false)
    expect(await runQuery(next.url, 'select 1 as value')).toBe(1)
  },
)

test.runIf(isLongRun)('starts despite a leftover pid file that names another living process', async () => {
  const dataDir = copyCreated('stranger')
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n/elsewhere\n1\n5432\n/elsewhere\n\n\nready\n`,
  )
  expect(await runQuery((await start(dataDir)).url, 'select 1 as value')).toBe(1)
})

test('refuses the folder of another major version with a reason, and leaves it alone', async () => {
  const dataDir = join(work, 'old')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    'was made by PostgreSQL 17, but this release runs PostgreSQL 18',
  )
  expect(existsSync(join(dataDir, 'held-by.json'))).toBe(false)
})

test('explains why a database cannot start', async () => {
  const dataDir = copyCreated('broken')
  rmSync(join(dataDir, 'postgres', 'global', 'pg_control'))
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /PostgreSQL did not start in .*could not/s,
  )
})

const stranger = process.getuid?.() === 0 ? findServerOwner(join(work, 'nothing here')) : undefined

test.runIf(isLongRun && stranger && canAccess(stranger, dirname(process.execPath)))(
  'an ordinary user can start it too, and root afterwards',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-user-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    if (stranger) chownSync(dataDir, stranger.uid, stranger.gid)
    const { child, url } = await startInOtherProcess(dataDir, stranger)
    await runQuery(url, 'create table kept as select 3 as value')
    expect(await killed(child, 'SIGTERM')).toBe(0)
    expect(await runQuery((await start(dataDir)).url, 'select value from kept')).toBe(3)
  },
)
