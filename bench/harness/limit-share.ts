// cspell:ignore procs
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** The CPU controller of control groups, version 1. */
const CPU = '/sys/fs/cgroup/cpu'
const PERIOD_US = 10_000

/** Returns whether this machine lets this user limit the CPU time of processes. */
export function canLimitShare(): boolean {
  try {
    accessSync(`${CPU}/cpu.cfs_quota_us`)
    accessSync(CPU, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs `turn` while each of the processes gets at most this share of a core, as on a small machine of its own. This
 * allows comparing several processes with one on a machine that has too few cores for them.
 */
export async function limitShare<Result>(
  processIds: readonly number[],
  share: number,
  turn: () => Promise<Result>,
): Promise<Result> {
  for (const pid of processIds) {
    const group = getGroup(pid)
    mkdirSync(group, { recursive: true })
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(PERIOD_US * share))
    writeFileSync(`${group}/cgroup.procs`, String(pid))
  }
  try {
    return await turn()
  } finally {
    for (const pid of processIds) {
      writeFileSync(`${CPU}/cgroup.procs`, String(pid))
      rmdirSync(getGroup(pid))
    }
  }
}

const getGroup = (pid: number) => `${CPU}/back-to-back-bench-${pid}`
