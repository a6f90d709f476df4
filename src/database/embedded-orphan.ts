import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostgresIn, isRunning, killPostgresIn } from './embedded-pid'
import { type Log, SOCKET_PREFIX } from './embedded-process'

// Together below five seconds: PostgreSQL recovers from its log after a hard stop.
const FAST_MS = 2_500
const IMMEDIATE_MS = 1_500
const KILL_MS = 500

/**
 * Stops what a killed process left in the data folder: a PostgreSQL that is running or shutting down, backends without
 * a postmaster, or a stale pid file. The caller has locked the folder, so no other process uses them.
 */
export async function stopOrphan(folder: string, log: Log): Promise<void> {
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
  killPostgresIn(realFolder)
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
    return !isRunning(pid)
  }
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if (!isRunning(pid)) return true
    await sleep(20)
  }
  return false
}
