import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface EdgeProxy {
  /** Sends a GET request, as a browser on this connection would. */
  get: (path: string, headers?: Record<string, string>) => Promise<EdgeResponse>
  /** The Unix socket that it listens on. */
  socket: string
  pid: number
  /** The folder of its configuration, and of nginx's stored responses. */
  folder: string
  stop: () => Promise<void>
}

export interface EdgeResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

interface EdgeOptions {
  /** Changes the configuration, such as removing a rule for a control. Default: as in deploy/. */
  edit?: (configuration: string) => string
}

/**
 * Starts nginx with deploy/nginx.conf in front of servers, each a Unix socket or `host:port`. It listens on a socket,
 * which needs no port.
 */
export async function startNginx(
  origins: readonly string[],
  { edit = (text) => text }: EdgeOptions = {},
): Promise<EdgeProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-nginx-'))
  const socket = join(folder, 'nginx.sock')
  const servers = origins.map((origin) => `server ${origin.startsWith('/') ? 'unix:' : ''}${origin};`)
  const site = edit(readFileSync('deploy/nginx.conf', 'utf8'))
    .replace('server 127.0.0.1:3000;', servers.join(' '))
    .replace('listen 80;', `listen unix:${socket};`)
    .replaceAll('/var/cache/nginx/back-to-back', join(folder, 'cache'))
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
export async function startVarnish(
  [origin = '']: readonly string[],
  { edit = (text) => text }: EdgeOptions = {},
): Promise<EdgeProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-varnish-'))
  const socket = join(folder, 'varnish.sock')
  const [host = '', port = ''] = origin.split(':')
  const backend = origin.startsWith('/') ? `.path = "${origin}";` : `.host = "${host}"; .port = "${port}";`
  const vcl = edit(readFileSync('deploy/varnish.vcl', 'utf8')).replace(
    /\.host = "127\.0\.0\.1";\s*\.port = "3000";/u,
    backend,
  )
  const file = join(folder, 'site.vcl')
  writeFileSync(file, vcl)
  mkdirSync(join(folder, 'work'))
  const parameters = ['-F', '-n', join(folder, 'work'), '-a', socket, '-f', file, '-s', 'malloc,64m']
  // Runs without a jail, which needs root and another user.
  const child = spawn('varnishd', ['-j', 'none', ...parameters], { stdio: ['ignore', 'ignore', 'pipe'] })
  return startProxy(child, socket, folder)
}

/** Starts Caddy with deploy/Caddyfile in front of two servers, each a Unix socket. It serves http, which needs no certificate. */
export async function startCaddy(
  origins: readonly [string, string],
  { edit = (text) => text }: EdgeOptions = {},
): Promise<EdgeProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'b2b-caddy-'))
  const socket = join(folder, 'caddy.sock')
  const site = edit(readFileSync('deploy/Caddyfile', 'utf8'))
    .replace(/^\{\$DOMAIN\} \{/mu, `http://b2b.example {\nbind unix/${socket}`)
    .replaceAll('app-1:3000', `unix/${origins[0]}`)
    .replaceAll('app-2:3000', `unix/${origins[1]}`)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\nadmin off\n}\n${site}`)
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return startProxy(child, socket, folder)
}

async function startProxy(child: ChildProcess, socket: string, folder: string): Promise<EdgeProxy> {
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit')
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${output}`)
    const response = await sendRequest({ socketPath: socket }, '/readyz', {}).catch(() => undefined)
    return response?.status === 200
  }
  for (let attempt = 0; !(await isReady()); attempt += 1) {
    if (attempt === 400) throw new Error(`The proxy doesn’t respond: ${output}`)
    await sleep(50)
  }
  return {
    get: (path, headers = {}) => sendRequest({ socketPath: socket }, path, headers),
    socket,
    pid: child.pid ?? 0,
    folder,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a GET request on its own connection. A header with a line break in its value is sent as several headers. */
export function sendRequest(
  to: { socketPath: string } | { host: string; port: number },
  path: string,
  headers: Record<string, string>,
): Promise<EdgeResponse> {
  const lines = Object.entries({ host: 'b2b.example', ...headers }).flatMap(([name, value]) =>
    value.split('\n').flatMap((line) => [name, line]),
  )
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, path, agent: false, headers: lines }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
