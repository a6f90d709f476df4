import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostgresIn, isRunning } from './embedded-alive'
import { type Log, SOCKET_PREFIX } from './embedded-process'

const FAST_MS = 20_000
const IMMEDIATE_MS = 10_000

/**
 * A server that was killed leaves PostgreSQL behind, or a PostgreSQL that is just stopping, or only its pid file. The
 * caller holds the data folder, so whatever is found here belongs to nobody: it is stopped, and the files removed.
 */
export async function stopOrphan(folder: string, log: Log): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const lines = readLines(file)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  if (isPostgresIn(realpathSync(folder), pid)) {
    log.info(`Stopping a PostgreSQL (process ${pid}) that an earlier run left behind`)
    if (!(await stopped(pid, 'SIGINT', FAST_MS)) && !(await stopped(pid, 'SIGQUIT', IMMEDIATE_MS)))
      throw new Error(
        `PostgreSQL (process ${pid}) still runs in ${folder} and does not stop; end it by hand.`,
      )
  }
  // PostgreSQL itself refuses to start when the number in a leftover file is alive as some other program.
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

async function stopped(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
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
