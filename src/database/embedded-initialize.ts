import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import type { Binaries } from './embedded-binaries'
import type { Owner } from './embedded-owner'
import { toFolderArgument, POSTGRES_ENVIRONMENT, PRODUCT_DATABASE, SUPERUSER } from './embedded-process'

/**
 * Creates the cluster and the product's empty database next to their final place and renames them when they are
 * complete, so that an interrupted first start leaves nothing that looks like a database.
 *
 * Text sorts by code point and folds case by Unicode (`C.UTF-8` of the built-in provider), which is the same on every
 * operating system; a cluster with a system locale breaks its indexes when the system is upgraded. `trust` applies only
 * to the socket, in a folder that only the server's own account can enter.
 */
export function initialize(options: { folder: string; owner: Owner | undefined; binaries: Binaries }): void {
  const { folder, owner, binaries } = options
  const draft = mkdtempSync(`${folder}.new-`)
  const pgdata = toFolderArgument(draft)
  const place = { cwd: draft, env: POSTGRES_ENVIRONMENT, ...owner }
  try {
    chmodSync(draft, 0o700)
    if (owner) chownSync(draft, owner.uid, owner.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    run(
      binaries.initdb,
      ['-D', pgdata, '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale],
      place,
    )
    // Single-user mode: no socket, no waiting.
    run(
      binaries.postgres,
      ['--single', '-D', pgdata, 'postgres'],
      place,
      `create database ${PRODUCT_DATABASE};\n`,
    )
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new Error(`PostgreSQL could not create its database in ${folder}: ${reason}`, { cause: error })
  }
}

function run(
  program: string,
  parameters: string[],
  place: Omit<SpawnSyncOptionsWithStringEncoding, 'encoding'>,
  input = '',
): void {
  const result = spawnSync(program, parameters, { ...place, encoding: 'utf8', input })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(result.stderr.trim())
}
