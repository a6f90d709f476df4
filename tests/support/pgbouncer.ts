import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { findServerOwner } from '~/database/embedded-owner'

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL on a Unix socket, with at most `size` connections to it. Its
 * own socket needs no port. Returns the pooled address of a database of that server.
 */
export async function startPgBouncer(
  url: string,
  { size = 4 }: { size?: number } = {},
): Promise<{ toPooledUrl: (url: string) => string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-pool-'))
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
  const child = spawn('pgbouncer', ['-q', config], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')
  const socket = join(folder, '.s.PGSQL.6432')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isListening = () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`)
    return existsSync(socket)
  }
  await vi.waitUntil(isListening, { timeout: 20_000, interval: 20 })
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
