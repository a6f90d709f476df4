import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const HAS_PROC = existsSync('/proc/self/stat')

/** How long killed processes get to end. */
const END_MS = 500

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is running, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !isZombie(pid)
}

/** Whether the process has ended, but its parent has not read the exit code yet. */
function isZombie(pid: number): boolean {
  return HAS_PROC && readStatusFields(pid)[0] === 'Z'
}

/**
 * Returns when a process started, in this boot of the machine. A later process with the same number, such as number 1
 * of every container, has another value.
 */
export function getProcessStartId(pid: number): string {
  if (!HAS_PROC) return readProcessColumn(pid, 'lstart=')
  // The start time is field 22 in proc_pid_stat(5). `readStatusFields` begins with field 3.
  return `${readBootId()}:${readStatusFields(pid)[19] ?? ''}`
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function readStatusFields(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Whether this process is a PostgreSQL server that works in `folder`. */
export function isPostgresIn(folder: string, pid: number): boolean {
  if (!isProcessRunning(pid)) return false
  if (!HAS_PROC) {
    const command = readProcessColumn(pid, 'command=')
    return command.includes('postgres') && command.includes(folder)
  }
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      readlinkSync(`/proc/${pid}/cwd`) === folder
    )
  } catch {
    return false
  }
}

/**
 * Kills every PostgreSQL process of the data folder `folder`, and waits until they have ended, since they hold its shared memory until
 * then. Does nothing without /proc.
 */
export async function killPostgresIn(folder: string): Promise<void> {
  if (!HAS_PROC) return
  const processes = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isPostgresIn(folder, pid))
  for (const pid of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has just ended.
    }
  for (const end = Date.now() + END_MS; processes.some(isProcessRunning) && Date.now() < end;) await sleep(20)
}

function readProcessColumn(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
