import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as send, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '~/platform/log/log'
import type { CallContext } from '~/platform/rpc/context'
import { defineCalls } from '~/platform/rpc/contract'
import { implementCalls } from '~/platform/rpc/implement'
import { createNodeApi } from '~/platform/rpc/server/handlers'
import { createJsonResponse } from './http-response'
import { createMetrics } from './metrics'
import { createPages } from './pages'
import { createScope, findScope, type RequestScope } from './request-scope'
import { createHttpServer, drainServer } from './server'
import { indexStaticFiles } from './static-files'

const contract = {
  echo: defineCalls('test', 'public')('POST', '/echo', 'A test')
    .input(z.object({ text: z.string().min(2) }))
    .output(z.object({ text: z.string() })),
}
const bound = implementCalls<CallContext>()(contract)
const router = bound.router({
  echo: bound.echo.handler(({ input, context }) => {
    context.responseHeaders.append('set-cookie', 'a=1; Path=/')
    context.responseHeaders.append('set-cookie', 'b=2; Path=/')
    return input
  }),
})

const lines: string[] = []
const log = createLog({ destination: { write: (line: string) => void lines.push(line) } })
const resolveCaller = () => Promise.resolve(null)
const contextOf = (scope: RequestScope): Promise<CallContext> =>
  Promise.resolve({
    caller: null,
    requestId: scope.requestId,
    ip: scope.ip,
    requestHeaders: scope.headers,
    responseHeaders: scope.responseHeaders,
    now: () => new Date(),
    log: scope.log,
  })
let renderings = 0
async function renderPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  await Promise.resolve()
  if (pathname === '/broken') throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  if (pathname === '/calendar')
    return new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } })
  renderings += 1
  const who = request.headers.get('cookie') ?? 'nobody'
  const script = `<script nonce="${findScope()?.nonce}">go()</script>`
  const status = pathname === '/events/gone' ? 404 : 200
  return new Response(`<html>${pathname} for ${who} ${'text '.repeat(400)}${script}</html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

let server: Server
let origin = ''
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'http-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'a.js'), 'go()')
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync('go()'))
  writeFileSync(join(folder, 'robots here.txt'), 'hello')
  writeFileSync(join(folder, '..', `${folder.split('/').at(-1)}.secret`), 'hidden words')
  server = createHttpServer({
    log,
    metrics: createMetrics(),
    publicUrl: 'https://b2b.example',
    files: indexStaticFiles(folder),
    api: createNodeApi(router, contextOf),
    system: async (path) => (path === '/healthz' ? createJsonResponse(200, { status: 'ok' }) : undefined),
    pages: createPages({
      cacheMs: 600_000, // however slow the machine is
      fetch: renderPage,
      publicUrl: 'https://b2b.example',
      isCacheablePath: (path) => path.startsWith('/events'),
      canCompile: (path) => path === '/scan',
      listAllowedOrigins: (path) => (path === '/robots' ? ['https://people.example'] : []),
      sessionCookie: 'sid',
      createScope: (headers) => createScope({ requestId: 'shared', ip: '', headers }, { log, resolveCaller }),
    }),
    raw: [],
    resolveCaller,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})

afterAll(async () => {
  await drainServer(server)
  rmSync(folder, { recursive: true })
  rmSync(`${folder}.secret`)
})

test('every response has a request id and the base headers, and the log line contains the id', async () => {
  const response = await fetch(`${origin}/healthz`, { headers: { 'x-request-id': 'edge-000001' } })
  expect(response.headers.get('x-request-id')).toBe('edge-000001')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('strict-transport-security')).toContain('max-age')
  await fetch(`${origin}/page?token=secret`, { headers: { 'x-request-id': 'edge-000002' } })
  await vi.waitFor(() => expect(lines.join('')).toContain('edge-000002'))
  expect(lines.join('')).not.toContain('token=secret')
})

test('serves static files compressed and immutable, with HEAD and 304, and nothing outside the folder', async () => {
  const response = await fetch(`${origin}/assets/a.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(await response.text()).toBe('go()')
  const head = await fetch(`${origin}/robots%20here.txt`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('5')
  const etag = head.headers.get('etag') ?? ''
  const again = await fetch(`${origin}/robots%20here.txt`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const name = folder.split('/').at(-1)
  for (const path of [`/../${name}.secret`, `/..%2f${name}.secret`, `/assets/..%2f..%2f${name}.secret`])
    expect(await (await fetch(origin + path)).text()).not.toContain('hidden words')
  expect((await fetch(`${origin}/assets/a.js.gz`)).headers.get('content-type')).toContain('text/html')
})

test.each(['//evil.example/', '//evil.example/%2e%2e', 'http://evil.example/', '*'])(
  "never redirects to the target %s, which isn't a path",
  async (path) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = new URL(origin)
      send({ port, path, method: 'OPTIONS' }, resolve).on('error', reject).end()
    })
    expect(response.resume().statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
  },
)

test.each(['DELETE', 'PROPFIND', 'OPTIONS'])("%s doesn't render a page", async (method) => {
  const before = renderings
  const response = await fetch(`${origin}/page`, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
  expect(renderings).toBe(before)
})

test('answers an undecodable URL with 400 and a message', async () => {
  const response = await fetch(`${origin}/%E0%A4%A`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' })
})

const postEcho = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/v1/echo`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a call can respond and set several cookies', async () => {
  const response = await postEcho('{"text":"hello"}')
  expect(await response.json()).toEqual({ text: 'hello' })
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/'])
  const rpc = await fetch(`${origin}/api/rpc/echo`, {
    method: 'POST',
    body: '{"json":{"text":"hello"}}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await rpc.json()).toEqual({ json: { text: 'hello' } })
})

test('invalid input, broken JSON, too large bodies and unknown calls each get their own status and message', async () => {
  const wrong = await postEcho('{"text":"x"}')
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'BAD_REQUEST', data: { fields: [{ path: 'text' }] } })
  const broken = await postEcho('{"text":')
  expect(broken.status).toBe(400)
  expect(await broken.json()).toMatchObject({ message: expect.stringContaining('valid JSON') })
  const large = await postEcho(JSON.stringify({ text: 'x'.repeat(1_100_000) }))
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ message: expect.stringContaining('1 MB') })
  expect((await fetch(`${origin}/api/v1/nope`)).status).toBe(404)
})

test('refuses a body over the size limit even without a declared length', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const outgoing = send(`${origin}/api/v1/echo`, { method: 'POST', headers }, (incoming) => {
      resolve(incoming.statusCode)
      incoming.resume()
    })
    outgoing.on('error', reject)
    outgoing.write('{"text":"')
    for (let part = 0; part < 20; part += 1) outgoing.write('x'.repeat(64 * 1024))
    outgoing.end('"}')
  })
  expect(status).toBe(413)
})

test('A-08 refuses a change from another site, or from this site over plain http', async () => {
  const pages = ['https://evil.example', 'http://b2b.example', origin, 'https://b2b.example']
  const ask = (page: string) => postEcho('{"text":"hello"}', { cookie: 'sid=1', origin: page })
  expect((await Promise.all(pages.map(ask))).map(({ status }) => status)).toEqual([403, 403, 403, 200])
})

test('refuses a cross-site form even without cookies', async () => {
  const response = await postEcho('text=hello', {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  })
  expect(response.status).toBe(403)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('refuses a form body without reading it, because calls take JSON', async () => {
  const response = await postEcho('text=hello', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
})

test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE'])("%s doesn't run a call", async (method) => {
  const body = '{"json":{"text":"hello"}}'
  const response = await fetch(`${origin}/api/rpc/echo`, {
    method,
    headers: { cookie: 'sid=1', origin: 'https://b2b.example', 'content-type': 'application/json' },
    ...(method === 'HEAD' ? {} : { body }),
  })
  expect(response.status).toBe(404)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('compresses a page and allows only its own scripts', async () => {
  const response = await fetch(`${origin}/page`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/)
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(await response.text()).toContain('<script>go()</script>')
  expect(response.headers.get('content-security-policy')).toContain("worker-src 'none'")
  expect(await (await fetch(`${origin}/calendar`)).text()).toBe('BEGIN:VCALENDAR')
})

const policyOf = async (path: string) =>
  (await fetch(`${origin}${path}`)).headers.get('content-security-policy') ?? ''

test('allows WebAssembly, workers and external scripts only on pages that need them, and never eval', async () => {
  const scan = await policyOf('/scan?to=1')
  expect(scan).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'; worker-src 'self';/)
  for (const foreign of ["'unsafe-eval'", 'people.example']) expect(scan).not.toContain(foreign)
  const policy = await policyOf('/robots')
  expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/people\.example;/)
  expect(policy).toContain("frame-src https://people.example; connect-src 'self' https://people.example")
})

test('shares one rendering among visitors with any tracking parameters, without their cookies; sessions get their own', async () => {
  renderings = 0
  const visit = async (cookie: string, query = '') =>
    (await fetch(`${origin}/events${query}`, { headers: { cookie } })).text()
  const all = Array.from({ length: 20 }, (_, n) => visit(`tracker=${n}`, `?utm_source=${n}`))
  const visitors = await Promise.all(all)
  expect(renderings).toBe(1)
  expect(new Set(visitors).size).toBe(1)
  expect(visitors[0]).toContain('/events for language=en')
  for (const own of ['language=en; theme=dark', 'sid=ada', 'sid=ben'])
    expect(await visit(own)).toContain(`for ${own}`)
  expect(await visit('tracker=9')).toContain('for language=en text')
  expect(renderings).toBe(4)
})

test('a missing page keeps its status 404', async () => {
  expect((await fetch(`${origin}/events/gone`)).status).toBe(404)
})

test('an error page shows the request id, but not the cause', async () => {
  const headers = { accept: 'text/html', 'x-request-id': 'edge-000500' }
  const response = await fetch(`${origin}/broken`, { headers })
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(text).toContain('edge-000500')
  expect(text).not.toContain('ECONNREFUSED')
  expect(lines.join('')).toContain('ECONNREFUSED')
})

test('never logs secrets from a URL', async () => {
  const secret = 'AYzCUfvQefO6bttkuZQCZwAAAAESXGoe1X5CwCDm52ZWe9SfLfflxZT8zH'
  await fetch(`${origin}/feeds/${secret}.ics?token=${secret}`)
  await vi.waitFor(() => expect(lines.join('\n')).toContain('/feeds/….ics'))
  expect(lines.join('\n')).not.toContain(secret)
  const signature = 'ljign79nOGquclYvv-IEiDTCmIDiklrHDsPXQVdHdvM'
  await fetch(`${origin}/unsubscribe/AYzCUfvQefO6bttkuZQCZw.bookings.${signature}`)
  await vi.waitFor(() => expect(lines.join('\n')).toContain('/unsubscribe/AYzCUfvQefO6bttkuZQCZw.bookings.…'))
  expect(lines.join('\n')).not.toContain(signature)
})
