import {
  existsSync,
  mkdirSync,
  readFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  renameSync,
  rmSync,
  realpathSync,
} from 'node:fs'
import { join, resolve, basename } from 'node:path'
import { Client } from 'pg'
import { findPostgresPrograms, type Binaries } from './embedded-binaries'
import { lockDataFolder } from './embedded-lock'
import { findServerOwner, type Owner } from './embedded-owner'
import {
  POSTGRES_MAJOR,
  PRODUCT_DATABASE,
  type Log,
  runPostgres,
  toFolderArgument,
  POSTGRES_ENVIRONMENT,
  SUPERUSER,
  SOCKET_PREFIX,
  formatSocketUrl,
} from './embedded-process'
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostgresIn, isProcessRunning, killPostgresIn } from './embedded-process-id'

// How long each kind of shutdown may take; together less than five seconds. PostgreSQL recovers from its log after a hard
// stop.
const FAST_MS = 2_500

const IMMEDIATE_MS = 1_500

const KILL_MS = 500

export type EmbeddedPostgres = {
  /** URL of the product's database, for pg and for psql. */
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
  const release = lockDataFolder(dataDir)
  try {
    const folder = join(dataDir, 'postgres')
    throwIfOtherMajorVersion(folder)
    await stopOrphanedPostgres(folder, options.log)
    const owner = findServerOwner(folder)
    const binaries = findPostgresPrograms(owner)
    if (!existsSync(folder)) {
      options.log.info(`Creating the database in ${folder}`)
      initializeDatabaseFolder({ folder, owner, binaries })
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

/** Returns the URL of the database that a process runs on this data folder; undefined if none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const file = join(resolve(dataDir), 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  // The fifth line of postmaster.pid is the folder of the socket. A killed server leaves the file behind, so the
  // connection below shows whether a server is running.
  const url = formatSocketUrl(PRODUCT_DATABASE, readFileSync(file, 'utf8').split('\n')[4] ?? '')
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  const isRunning = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end()
  return isRunning ? url : undefined
}

function throwIfOtherMajorVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  if (!existsSync(file)) return
  const found = readFileSync(file, 'utf8').trim()
  if (found === POSTGRES_MAJOR) return
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${found}, but this release runs PostgreSQL ${POSTGRES_MAJOR}. ` +
      `Dump it with PostgreSQL ${found} and restore it into an empty folder, or set DATA_DIR to another folder.`,
  )
}

/**
 * Creates the cluster and the product's empty database in a temporary folder and renames it when it is complete. An
 * interrupted first start leaves nothing that looks like a database.
 *
 * Text sorts by code point and folds case by Unicode (`C.UTF-8` of the built-in provider), which is the same on every
 * operating system. With a system locale, an upgrade of the system would break indexes. `trust` applies only to the
 * socket, in a folder that only the server's account can enter.
 */
function initializeDatabaseFolder(options: {
  folder: string
  owner: Owner | undefined
  binaries: Binaries
}): void {
  const { folder, owner, binaries } = options
  const draft = mkdtempSync(`${folder}.new-`)
  const pgdata = toFolderArgument(draft)
  const place = { cwd: draft, env: POSTGRES_ENVIRONMENT, ...owner }
  try {
    chmodSync(draft, 0o700)
    if (owner) chownSync(draft, owner.uid, owner.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    runProgram(
      binaries.initdb,
      ['-D', pgdata, '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale],
      place,
    )
    // Single-user mode: no socket, no waiting.
    runProgram(
      binaries.postgres,
      ['--single', '-D', pgdata, 'postgres'],
      place,
      `create database ${PRODUCT_DATABASE};\n`,
    )
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new Error(`PostgreSQL could not create its database in ${folder}: ${reason}`, { cause: error })
  }
}

function runProgram(
  program: string,
  parameters: string[],
  place: Omit<SpawnSyncOptionsWithStringEncoding, 'encoding'>,
  input = '',
): void {
  const result = spawnSync(program, parameters, { ...place, encoding: 'utf8', input })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(result.stderr.trim())
}

/**
 * Stops what a killed process left in the data folder: a PostgreSQL that is running or shutting down, backends without
 * a postmaster, or a stale pid file. The caller has locked the folder, so no other process uses them.
 */
async function stopOrphanedPostgres(folder: string, log: Log): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const lines = readLines(file)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  const realFolder = realpathSync(folder)
  if (isPostgresIn(realFolder, pid)) {
    log.info(`Stopping a PostgreSQL (process ${pid}) that an earlier run left behind`)
    const isStopped =
      (await stopProcess(pid, 'SIGINT', FAST_MS)) ||
      (await stopProcess(pid, 'SIGQUIT', IMMEDIATE_MS)) ||
      (await stopProcess(pid, 'SIGKILL', KILL_MS))
    if (!isStopped)
      throw new Error(
        `PostgreSQL (process ${pid}) still runs in ${folder}. Stop that process, then start again.`,
      )
  }
  // Backends of a killed postmaster hold its shared memory, and the next start would fail.
  await killPostgresIn(realFolder)
  // PostgreSQL refuses to start when the pid in a stale file belongs to another running program.
  rmSync(file, { force: true })
  const socketFolder = lines[4] ?? ''
  if (basename(socketFolder).startsWith(SOCKET_PREFIX)) rmSync(socketFolder, { recursive: true, force: true })
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

async function stopProcess(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return !isProcessRunning(pid)
  }
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if (!isProcessRunning(pid)) return true
    await sleep(20)
  }
  return false
}
