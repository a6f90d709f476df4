import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

export interface EdgeProxy {
  /** Sends a GET request, as a browser on this connection would. */
  get: (path: string, headers?: Record<string, string>) => Promise<EdgeResponse>
  stop: () => Promise<void>
}

export interface EdgeResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Starts nginx with deploy/nginx.conf in front of servers on Unix sockets. It listens on a socket, which needs no port. */
export async function startNginx(...originSockets: string[]): Promise<EdgeProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-nginx-'))
  const socket = join(folder, 'nginx.sock')
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('server 127.0.0.1:3000;', originSockets.map((path) => `server unix:${path};`).join(' '))
    .replace('listen 80;', `listen unix:${socket};`)
    .replace('/var/cache/nginx/back-to-back', join(folder, 'cache'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; worker_processes 1;
events {}
http { access_log off; ${temporary} ${site} }`,
  )
  const parameters = ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  return startProxy(spawn('nginx', parameters, { stdio: ['ignore', 'ignore', 'pipe'] }), socket, folder)
}

/** Starts Varnish with deploy/varnish.vcl in the same way. */
export async function startVarnish(originSocket: string): Promise<EdgeProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-varnish-'))
  const socket = join(folder, 'varnish.sock')
  const vcl = readFileSync('deploy/varnish.vcl', 'utf8').replace(
    /\.host = "127\.0\.0\.1";\s*\.port = "3000";/u,
    `.path = "${originSocket}";`,
  )
  const file = join(folder, 'site.vcl')
  writeFileSync(file, vcl)
  mkdirSync(join(folder, 'work'))
  const parameters = ['-F', '-n', join(folder, 'work'), '-a', socket, '-f', file, '-s', 'malloc,64m']
  // Jails need root and another user.
  const child = spawn('varnishd', ['-j', 'none', ...parameters], { stdio: ['ignore', 'ignore', 'pipe'] })
  return startProxy(child, socket, folder)
}

async function startProxy(child: ChildProcess, socket: string, folder: string): Promise<EdgeProxy> {
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${output}`)
    const response = await sendRequest(socket, '/readyz', {}).catch(() => undefined)
    return response?.status === 200
  }
  await vi.waitUntil(isReady, { timeout: 20_000, interval: 50 })
  return {
    get: (path, headers = {}) => sendRequest(socket, path, headers),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sendRequest(
  socketPath: string,
  path: string,
  headers: Record<string, string>,
): Promise<EdgeResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path, agent: false, headers: { host: 'b2b.example', ...headers } },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}
