import { existsSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Returns the process id of the local postmaster behind an address. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
    return Number(/^PPid:\s*(?<parent>\d+)$/mu.exec(status)?.groups?.['parent'])
  } finally {
    await client.end()
  }
}

/** Returns the process id of the postmaster of a product's own database; 0 while it restarts. */
export function readPostmaster(dataDir: string): number {
  const file = `${dataDir}/postgres/postmaster.pid`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

/** Stops, continues or kills all PostgreSQL processes, including backends. */
export function signalAll(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has just ended.
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function untilPostgresAnswers(url: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
