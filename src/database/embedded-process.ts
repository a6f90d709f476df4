import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killPostgresIn } from './embedded-process-id'
import type { Binaries } from './embedded-binaries'
import { type Owner, canAccess } from './embedded-owner'

export type Log = { info: (message: string) => void; error: (message: string) => void }

export const POSTGRES_MAJOR = '18'
export const SUPERUSER = 'back_to_back'
export const PRODUCT_DATABASE = 'back_to_back'
export const SOCKET_PREFIX = 'b2b-'

// The user's own PG* variables and locale must not reach the server.
export const POSTGRES_ENVIRONMENT = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

const READY_MS = 60_000
const READY_POLL_MS = 5

/**
 * Returns the path of the data folder to pass to PostgreSQL, which starts with this folder as its working directory.
 * If we are root, PostgreSQL's account may not be allowed to enter the folders above, so this is a link to the
 * working directory.
 */
export function toFolderArgument(folder: string): string {
  return process.getuid?.() === 0 && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : folder
}

interface Options {
  folder: string
  owner: Owner | undefined
  binaries: Binaries
  log: Log
  settings?: Record<string, string>
}

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 5_000

/**
 * Starts the server and waits until it accepts connections. If it stops by itself, it is restarted with back-off under
 * the same address. Throws with its last log lines when the first start fails.
 */
export async function runPostgres(
  options: Options,
): Promise<{ getUrl: (database: string) => string; stop: () => Promise<void> }> {
  const { folder, owner, log } = options
  const socketFolder = makeSocketFolder(owner)
  const removeSocketFolder = (): void => rmSync(socketFolder, { recursive: true, force: true })
  const stopping = new AbortController()
  const { signal: stopSignal } = stopping
  let restarting: Promise<void> | undefined
  let server = await startServer(options, socketFolder).catch((error: unknown) => {
    removeSocketFolder()
    throw error
  })
  restartOnExit()

  function restartOnExit(): void {
    server.child.once('exit', (code, signal) => {
      server.watcher?.kill('SIGKILL')
      if (stopSignal.aborted) return
      log.error(`PostgreSQL stopped by itself (${signal ?? `exit code ${code}`}) and is started again`)
      restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopSignal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        await killPostgresIn(realpathSync(folder))
        server = await startServer(options, socketFolder)
        restartOnExit()
        log.info('PostgreSQL runs again')
        return
      } catch (error) {
        log.error(error instanceof Error ? error.message : String(error))
        await sleep(wait, undefined, { ref: false, signal: stopSignal }).catch(() => undefined)
      }
    }
  }

  return {
    getUrl: (database) => formatSocketUrl(database, socketFolder),
    stop: async () => {
      stopping.abort()
      await restarting
      await endServer(server.child, server.exited)
      server.watcher?.kill('SIGKILL')
      removeSocketFolder()
    },
  }
}

export function formatSocketUrl(database: string, socketFolder: string): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

const OUTPUT_MS = 5_000

async function startServer(options: Options, socketFolder: string) {
  const { folder, owner, log } = options
  const settings = { ...getDefaultSettings(socketFolder), ...options.settings }
  const child = spawn(
    options.binaries.postgres,
    [
      '-D',
      toFolderArgument(folder),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A separate process group: Ctrl-C reaches only our process, which drains first and stops PostgreSQL last.
    { cwd: folder, env: POSTGRES_ENVIRONMENT, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...owner },
  )
  const output = collectLogLines(child, log)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const watcher = stopPostgresWhenParentExits(child, socketFolder)
  if (!(await isServerReady(child, folder))) {
    await endServer(child, exited)
    // The server's last log lines may still be in the pipe after it exited.
    await Promise.race([closed, sleep(OUTPUT_MS)])
    watcher?.kill('SIGKILL')
    throw new Error(`PostgreSQL did not start in ${folder}: ${output.last() || 'it wrote no reason'}`)
  }
  output.becomeQuiet()
  return { child, exited, watcher }
}

/** A socket path may have at most 103 bytes (macOS) or 107 (Linux), so a deep TMPDIR is skipped. */
function makeSocketFolder(owner: Owner | undefined): string {
  const parent = [tmpdir(), '/tmp'].find(
    (path) => Buffer.byteLength(path) < 75 && existsSync(path) && canAccess(owner, path),
  )
  if (!parent) throw new Error('PostgreSQL needs a folder for its socket; set TMPDIR to a short path.')
  const folder = mkdtempSync(join(parent, SOCKET_PREFIX))
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

function getDefaultSettings(socketFolder: string): Record<string, string> {
  const gigabytes = totalmem() / 2 ** 30
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: gigabytes >= 4 ? '256MB' : '128MB',
    effective_cache_size: `${Math.max(1, Math.floor(gigabytes / 2))}GB`,
    random_page_cost: '1.1',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server logs only its own messages, because callers already report failed statements.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  }
}

function collectLogLines(child: ChildProcess, log: Log): { last: () => string; becomeQuiet: () => void } {
  let recent: string[] = []
  let isStarting = true
  child.once('error', (error) => recent.push(error.message))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = chunk.split('\n').filter(Boolean)
    recent = [...recent, ...lines].slice(-12)
    if (!isStarting) for (const line of lines.filter((text) => text.includes('PANIC:'))) log.error(line)
  })
  // Neither the child process nor its pipe keeps our process alive, so a finished script can exit.
  child.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
  return {
    last: () => recent.join(' / '),
    becomeQuiet: () => {
      isStarting = false
      recent = []
    },
  }
}

// Stops PostgreSQL when this process ends, for whatever reason: the pipe to this shell then closes.
const WATCH = 'read -r _; kill -INT "$1" && while kill -0 "$1"; do sleep 1; done; rmdir "$2"'

function stopPostgresWhenParentExits(postgres: ChildProcess, socketFolder: string): ChildProcess | undefined {
  if (postgres.pid === undefined) return undefined
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', String(postgres.pid), socketFolder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return watcher
}

/** Checks line 8 of the pid file, where the server writes `ready`; pg_ctl waits for it too. */
async function isServerReady(child: ChildProcess, folder: string): Promise<boolean> {
  const file = join(folder, 'postmaster.pid')
  for (const end = Date.now() + READY_MS; Date.now() < end;) {
    if (child.pid === undefined || hasExited(child)) return false
    if (existsSync(file)) {
      const lines = readFileSync(file, 'utf8').split('\n')
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    }
    await sleep(READY_POLL_MS)
  }
  return false
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function endServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return
  child.ref()
  child.kill('SIGINT')
  const hardEnd = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await exited
  clearTimeout(hardEnd)
}
