import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, startMark } from './embedded-pid'

type Holder = { pid: number; mark: string }

/**
 * Locks a data folder for this process. The file `held-by.json` names the owner; a file of a process that has ended is
 * replaced. Returns the function that releases the lock.
 * @throws when a running process holds the folder
 */
export function holdDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'held-by.json')
  const mine: Holder = { pid: process.pid, mark: startMark(process.pid) }
  const draft = `${file}.${process.pid}.${process.hrtime.bigint()}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    // A hard link is created atomically, so two processes cannot both succeed.
    while (!link(draft, file)) removeStaleLock(file, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  let isHeld = true
  return () => {
    if (isHeld) rmSync(file, { force: true })
    isHeld = false
  }
}

function removeStaleLock(file: string, dataDir: string): void {
  const content = read(file)
  if (content === undefined) return
  refuseLiving(content, dataDir)
  // Another process may have taken the lock between reading and renaming, so the moved file is checked again.
  const aside = `${file}.old.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = read(aside)
  try {
    if (moved !== undefined && moved !== content) link(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

function refuseLiving(content: string, dataDir: string): void {
  const holder = parse(content)
  if (!holder || !isRunning(holder.pid) || startMark(holder.pid) !== holder.mark) return
  throw new Error(
    `The data folder ${dataDir} is in use by process ${holder.pid}. Stop that process, ` +
      'or set DATA_DIR to another folder.',
  )
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parse(content: string): Holder | undefined {
  try {
    const { pid, mark } = JSON.parse(content) as Partial<Holder>
    return typeof pid === 'number' && typeof mark === 'string' ? { pid, mark } : undefined
  } catch {
    return undefined
  }
}
