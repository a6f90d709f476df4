import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessRunning, getProcessStartId } from './embedded-process-id'

type Holder = { pid: number; mark: string }

/**
 * Locks a data folder for this process. The file `held-by.json` names the owner; a file of a process that has ended is
 * replaced. Returns the function that releases the lock.
 * @throws when a running process holds the folder
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'held-by.json')
  const mine: Holder = { pid: process.pid, mark: getProcessStartId(process.pid) }
  const draft = `${file}.${process.pid}.${process.hrtime.bigint()}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    // A hard link is created atomically, so two processes cannot both succeed.
    while (!createHardLink(draft, file)) removeStaleLock(file, dataDir)
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
  const content = readIfExists(file)
  if (content === undefined) return
  throwIfHolderRuns(content, dataDir)
  // Another process may have taken the lock between reading and renaming, so the moved file is checked again.
  const aside = `${file}.old.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = readIfExists(aside)
  try {
    if (moved !== undefined && moved !== content) createHardLink(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

function throwIfHolderRuns(content: string, dataDir: string): void {
  const holder = parseHolder(content)
  if (!holder || !isProcessRunning(holder.pid) || getProcessStartId(holder.pid) !== holder.mark) return
  throw new Error(
    `The data folder ${dataDir} is in use by process ${holder.pid}. Stop that process, ` +
      'or set DATA_DIR to another folder.',
  )
}

function createHardLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function parseHolder(content: string): Holder | undefined {
  try {
    const { pid, mark } = JSON.parse(content) as Partial<Holder>
    return typeof pid === 'number' && typeof mark === 'string' ? { pid, mark } : undefined
  } catch {
    return undefined
  }
}
