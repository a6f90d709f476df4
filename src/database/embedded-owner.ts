import { chownSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The account that PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root. */
export type Owner = { uid: number; gid: number }

/**
 * Returns undefined for an ordinary user, who runs PostgreSQL as themselves. For root it returns the account that
 * already owns the folder, otherwise `postgres`, otherwise `nobody`.
 */
export function findServerOwner(folder: string): Owner | undefined {
  const uid = process.getuid?.()
  const existing = statSync(folder, { throwIfNoEntry: false })
  if (uid !== 0) {
    if (existing && existing.uid !== uid)
      throw new Error(
        `The database in ${folder} belongs to user id ${existing.uid}, but this process runs as ${uid}. ` +
          `Start it as that user, or set DATA_DIR to another folder.`,
      )
    return undefined
  }
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const owner = findAccount('postgres') ?? findAccount('nobody')
  if (!owner)
    throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.')
  // Root may have restored or copied the folder, so its files may belong to root.
  if (existing) changeOwner(owner, folder)
  return owner
}

function findAccount(name: string): Owner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS gives the id of user nobody as -2; system calls expect an unsigned number.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined
}

function changeOwner(owner: Owner, path: string): void {
  chownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) changeOwner(owner, child)
    else if (entry.isFile()) chownSync(child, owner.uid, owner.gid)
  }
}

/** Whether the account may enter `path` and every folder above it. Always true without a separate account. */
export function canAccess(owner: Owner | undefined, path: string): boolean {
  if (!owner) return true
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = lstatSync(at)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === dirname(at)) return true
  }
}
