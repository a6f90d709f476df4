import { readFileSync, readdirSync } from 'node:fs'
import { Client } from 'pg'

// USER_HZ is 100 on every Linux that Node runs on.
const MS_PER_TICK = 10

/** Milliseconds of CPU time; undefined if it can't be read (no process of its own, not Linux). */
export interface CpuTimes {
  product: number | undefined
  /** The bare server the product is compared with. */
  peer: number | undefined
  postgres: number | undefined
  generator: number
}

let productIds: readonly number[] = []
let peerPid: number | undefined
const postmasterIds = new Set<number>()
let operations = 0

/** From now on CPU time of these processes counts as the product's. */
export function watchProduct(...processIds: number[]): void {
  productIds = processIds
}

/** From now on CPU time of this process counts as the peer's. */
export function watchPeer(pid: number | undefined): void {
  peerPid = pid
}

/** From now on CPU time of the server behind this address also counts as PostgreSQL's. It must run on this machine. */
export async function watchPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { parent } = readStat(rows[0]?.pid ?? 0) ?? {}
    if (parent !== undefined) postmasterIds.add(parent)
  } finally {
    await client.end()
  }
}

/** Counts completed operations, so that CPU time can be given per operation. Load functions call this. */
export function countOperations(count: number): void {
  operations += count
}

interface Reading {
  cpu: CpuTimes
  operations: number
  at: number
}

export function readCpu(): Reading {
  const { user, system } = process.cpuUsage()
  return {
    cpu: {
      product: productIds.length === 0 ? undefined : sumProcesses(productIds),
      peer: peerPid === undefined ? undefined : readStat(peerPid)?.ms,
      postgres: postmasterIds.size === 0 ? undefined : sumPostgres(),
      generator: (user + system) / 1000,
    },
    operations,
    at: performance.now(),
  }
}

export interface CpuUse {
  operations: number
  perOperation: CpuTimes
  /** Share of one core that this process used. */
  generatorShare: number
}

/** Returns the CPU time used between two readings. */
export function compareCpu(before: Reading, after: Reading): CpuUse {
  const count = after.operations - before.operations
  const each = (name: keyof CpuTimes) => {
    const [from, to] = [before.cpu[name], after.cpu[name]]
    return from === undefined || to === undefined || count === 0 ? undefined : (to - from) / count
  }
  return {
    operations: count,
    perOperation: {
      product: each('product'),
      peer: each('peer'),
      postgres: each('postgres'),
      generator: each('generator') ?? 0,
    },
    generatorShare: (after.cpu.generator - before.cpu.generator) / (after.at - before.at),
  }
}

/** `product 0.520 ms, PostgreSQL 0.310 ms, load 0.200 ms`, or with the peer instead of the product. */
export function describeCpu(times: CpuTimes, server: 'product' | 'peer'): string {
  const ms = (value: number | undefined) => (value === undefined ? '?' : `${value.toFixed(3)} ms`)
  const measured = times[server]
  // A side without its own process runs inside the load generator.
  const own = measured === undefined ? `${server} and load ` : `${server} ${ms(measured)}, load `
  return `${own}${ms(times.generator)}, PostgreSQL ${ms(times.postgres)}`
}

export const hasProductProcess = () => productIds.length > 0

/** Returns the milliseconds of CPU time that these processes have used. */
export function sumProcesses(processIds: readonly number[]): number {
  return processIds.reduce((sum, pid) => sum + (readStat(pid)?.ms ?? 0), 0)
}

/** Includes the servers and their backends, also those that have ended. */
function sumPostgres(): number {
  const all = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    return stat && postmasterIds.has(stat.parent) ? [stat.ms] : []
  })
  const servers = [...postmasterIds].map((id) => readStat(id))
  const own = servers.map((server) => (server?.ms ?? 0) + (server?.endedChildrenMs ?? 0))
  return [...all, ...own].reduce((sum, ms) => sum + ms, 0)
}

function readStat(pid: number): { parent: number; ms: number; endedChildrenMs: number } | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // proc_pid_stat(5): the name in parentheses may hold spaces. After it: state, ppid, …, utime is field 14.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
  return {
    parent: fields[1] ?? 0,
    ms: (utime + stime) * MS_PER_TICK,
    endedChildrenMs: (cutime + cstime) * MS_PER_TICK,
  }
}

/** Resident memory of a process in megabytes, shared pages included. Linux. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}
