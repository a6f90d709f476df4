import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
// The server of the journeys imports this file without Vitest, which would resolve `~`.
import { findServerOwner } from '../../src/database/embedded-owner.ts'

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL on a Unix socket, with at most `size` connections to it. Its
 * own socket needs no port. Returns the pooled address of a database of that server.
 */
export async function startPgBouncer(
  url: string,
  { size = 4 }: { size?: number } = {},
): Promise<{ toPooledUrl: (url: string) => string; stop: () => Promise<void> }> {
  // The folder for temporary files may be closed to the account of PgBouncer.
  const folder = mkdtempSync('/tmp/b2b-pool-')
  const { username, searchParams } = new URL(url)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${searchParams.get('host')} user=${username}
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 400
# Otherwise it waits 15 seconds after a connection that failed, such as that of a primary that is replaced.
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
  )
  // PgBouncer refuses to run as root.
  const owner = findServerOwner(join(folder, 'missing'))
  if (owner) for (const path of [folder, config]) chownSync(path, owner.uid, owner.gid)
  const child = spawn('pgbouncer', [config], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilUp(child)
  return {
    toPooledUrl: (direct) => {
      const pooled = new URL(direct)
      pooled.port = '6432'
      pooled.searchParams.set('host', folder)
      return pooled.href
    },
    stop,
  }
}

async function waitUntilUp(child: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  const up = Promise.withResolvers<void>()
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
    if (output.includes('process up')) up.resolve()
  })
  child.once('exit', () => up.reject(new Error(`PgBouncer ended: ${output}`)))
  await up.promise
}
