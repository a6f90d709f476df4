import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

export interface HaProxy {
  address: string
  /** Sends the requests of this server of the configuration to a port, and waits until HAProxy finds it ready. */
  lead: (server: string, port: number) => Promise<void>
  /** Waits until HAProxy sends nothing to this server. */
  waitUntilDown: (server: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts HAProxy with deploy/haproxy.cfg. Its servers are down until they have a port. */
export async function startHaProxy(): Promise<HaProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-haproxy-'))
  const control = join(folder, 'admin.sock')
  // The kernel chooses the port, and HAProxy inherits the socket.
  const listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const { _handle: handle } = listening as unknown as { _handle: { fd: number } }
  const file = join(folder, 'haproxy.cfg')
  const config = readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('/run/haproxy/admin.sock mode 660', control)
    .replace('bind :80', 'bind fd@3')
    .replaceAll(/127\.0\.0\.1:300\d$/gmu, '127.0.0.1:1')
  writeFileSync(file, config)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe', handle.fd] })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')
  listening.close()

  async function send(command: string): Promise<string> {
    const socket = connect(control)
    socket.end(`${command}\n`)
    return text(socket)
  }
  const waitForState = (server: string, state: string) =>
    vi.waitUntil(
      async () => {
        const rows = (await send('show stat')).split('\n').map((row) => row.split(','))
        const column = rows[0]?.indexOf('status') ?? -1
        return rows.find((row) => row[1] === server)?.[column]?.startsWith(state)
      },
      { timeout: 60_000, interval: 50 },
    )
  const isListening = () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`)
    return send('show info').catch(() => '')
  }
  await vi.waitUntil(isListening, { timeout: 20_000, interval: 50 })
  return {
    address: `http://127.0.0.1:${port}`,
    async lead(server, to) {
      await send(`set server back_to_back/${server} addr 127.0.0.1 port ${to}`)
      await waitForState(server, 'UP')
    },
    waitUntilDown: async (server) => void (await waitForState(server, 'DOWN')),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
