import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

const WAIT = { timeout: 60_000, interval: 50 }

export interface SiteProxy {
  address: string
  /** Points a server of the configuration to a port, and waits until HAProxy finds it ready. */
  lead: (server: string, port: number) => Promise<void>
  /** Waits until HAProxy sends nothing to this server. */
  waitUntilDown: (server: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts HAProxy with the part of deploy/haproxy.cfg for the product. Its servers are down until they have a port. */
export async function startSiteProxy(): Promise<SiteProxy> {
  // The kernel chooses the port, and HAProxy inherits the socket.
  const listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const { _handle: handle } = listening as unknown as { _handle: { fd: number } }
  const { site } = readParts()
  const backends = [...site.matchAll(/^backend (?<name>\w+)/gmu)].map(({ groups }) => groups?.['name'] ?? '')
  const config = site.replace('bind :80', 'bind fd@3').replaceAll(/127\.0\.0\.1:300\d\b/gu, '127.0.0.1:1')
  const starting = runHaProxy(config, handle.fd)
  listening.close()
  const haProxy = await starting
  return {
    address: `http://127.0.0.1:${port}`,
    async lead(server, to) {
      for (const backend of backends)
        await haProxy.send(`set server ${backend}/${server} addr 127.0.0.1 port ${to}`)
      await haProxy.waitForState(`back_to_back,${server}`, 'UP')
    },
    waitUntilDown: (server) => haProxy.waitForState(`back_to_back,${server}`, 'DOWN'),
    stop: () => haProxy.stop(),
  }
}

/**
 * Starts HAProxy with the part of deploy/haproxy.cfg for PostgreSQL, in front of two servers on Unix sockets. `checkPorts` are
 * those at which each responds to GET /primary as Patroni does. Returns the address of the primary.
 */
export async function startPostgresProxy(
  urls: readonly [string, string],
  checkPorts: readonly [number, number],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-primary-'))
  // PgBouncer runs as another system user, which must be able to open the socket in this folder.
  chmodSync(folder, 0o755)
  const toServer = (index: 0 | 1) =>
    `unix@${new URL(urls[index]).searchParams.get('host')}/.s.PGSQL.5432 addr 127.0.0.1 port ${checkPorts[index]}`
  const { control, postgres } = readParts()
  const config = postgres
    .replace('127.0.0.1:5000', `unix@${folder}/.s.PGSQL.5432 mode 666`)
    .replace('10.0.0.1:5432', toServer(0))
    .replace('10.0.0.2:5432', toServer(1))
    .replace(' port 8008', '')
  const haProxy = await runHaProxy(control + config)
  await haProxy.waitForState('postgres,one', 'UP')
  const url = new URL(urls[0])
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    async stop() {
      await haProxy.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the parts of deploy/haproxy.cfg. `control` is at the beginning of `site`. */
function readParts(): { control: string; site: string; postgres: string } {
  const [site = '', postgres = ''] = readFileSync('deploy/haproxy.cfg', 'utf8').split(
    /^(?=# PostgreSQL with a standby)/mu,
  )
  return { control: site.split('frontend site')[0] ?? '', site, postgres }
}

async function runHaProxy(config: string, listeningSocket?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-haproxy-'))
  const control = join(folder, 'admin.sock')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config.replace('/run/haproxy/admin.sock mode 660', control))
  const child = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe', listeningSocket ?? 'ignore'],
  })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')

  async function send(command: string): Promise<string> {
    const socket = connect(control)
    socket.end(`${command}\n`)
    return text(socket)
  }
  const isListening = () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`)
    return send('show info').catch(() => '')
  }
  async function isInState(server: string, state: string): Promise<boolean> {
    const rows = (await send('show stat')).split('\n').map((row) => row.split(','))
    const column = rows[0]?.indexOf('status') ?? -1
    return rows.find((row) => row.slice(0, 2).join() === server)?.[column]?.startsWith(state) === true
  }
  await vi.waitUntil(isListening, WAIT)
  return {
    send,
    waitForState: async (server: string, state: string): Promise<void> =>
      void (await vi.waitUntil(() => isInState(server, state), WAIT)),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
