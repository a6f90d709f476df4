import { createServer, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createPages, type PageOptions } from './pages'
import { createScope, findScope } from './request-scope'

const services = { log: createLog({ level: 'silent' }), resolveCaller: () => Promise.resolve(null) }
let readAt = 1_795_397_497_205
let title = 'Low Tide'

const options: PageOptions = {
  fetch: (request) => {
    const who = request.headers.get('cookie') ?? 'a visitor'
    const isMissing = new URL(request.url).pathname === '/events/missing'
    const script = `<script nonce="${findScope()?.nonce}">go({ title: "${title}", readAt: ${readAt++} })</script>`
    return new Response(`<html>${title} for ${who}${script}</html>`, {
      status: isMissing ? 404 : 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  },
  publicUrl: 'https://b2b.example',
  isCacheablePath: (path) => path.startsWith('/events'),
  sessionCookie: 'sid',
  createScope: (headers) => createScope({ requestId: 'shared', ip: '', headers }, services),
}

const servers: Server[] = []
afterAll(() => servers.map((server) => server.close()))

async function listen(pages: ReturnType<typeof createPages>): Promise<string> {
  const server = createServer((request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    void pages.respond(request, response, createScope({ requestId: 'own', ip: '', headers }, services))
  })
  servers.push(server)
  return new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    }),
  )
}
const origin = await listen(createPages(options))

// A unique URL per call, since pages are cached for two seconds.
let rendering = 0
const get = (headers: Record<string, string> = {}, path = `/events?rendering=${rendering++}`) =>
  fetch(`${origin}${path}`, { headers })
const etagOf = (response: Response) => response.headers.get('etag') ?? ''

test('answers 304 to a visitor whose page is unchanged, even if it was rendered again', async () => {
  const first = await get()
  expect(etagOf(first)).toMatch(/^W\/"[\w-]{22}"$/)
  const again = await get({ 'if-none-match': `"other", ${etagOf(first)}` })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(Object.fromEntries(again.headers)).toMatchObject({
    etag: etagOf(first),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
  })
})

test('with an edge cache, only the page that all visitors share is public', async () => {
  const edge = await listen(createPages({ ...options, hasEdgeCache: true }))
  const read = async (headers: Record<string, string> = {}, path = '/events') => {
    const response = await fetch(`${edge}${path}`, { headers })
    return [response.headers.get('cache-control'), response.headers.get('vary')]
  }
  const shared = [
    'public, max-age=0, s-maxage=2, stale-while-revalidate=30, stale-if-error=300',
    'accept-encoding',
  ]
  const own = ['private, no-cache', 'accept-encoding, accept-language, cookie']
  expect(await read()).toEqual(shared)
  expect(await read({ cookie: 'b2b_device=1; seen=yes', 'accept-language': 'fr' })).toEqual(shared)
  for (const cookie of ['sid=ada', '__Host-sid=ada', 'theme=dark', 'notice=1x9k', 'language=en'])
    expect(await read({ cookie }), cookie).toEqual(own)
  expect(await read({ authorization: 'Bearer ada' })).toEqual(own)
  expect(await read({}, '/events/missing')).toEqual(own)
  expect(await read({}, '/other')).toEqual(own)
})

test('a 304 response omits the Content-Security-Policy, because the stored one matches the stored page', async () => {
  const first = await get()
  const second = await get()
  expect(etagOf(second)).toBe(etagOf(first))
  const policy = 'content-security-policy'
  expect(second.headers.get(policy)).not.toBe(first.headers.get(policy))
  expect((await get({ 'if-none-match': etagOf(first) })).headers.has(policy)).toBe(false)
})

test('a changed page has a new ETag', async () => {
  const before = etagOf(await get())
  title = 'High Tide'
  const changed = await get({ 'if-none-match': before })
  expect(changed.status).toBe(200)
  expect(await changed.text()).toContain('High Tide')
  expect(etagOf(changed)).not.toBe(before)
})

test("a dark page has its own ETag, a compressed page doesn't", async () => {
  const light = etagOf(await get())
  const dark = await get({ cookie: 'theme=dark', 'if-none-match': light })
  expect(dark.status).toBe(200)
  expect(etagOf(dark)).not.toBe(light)
  expect((await get({ 'accept-encoding': 'br', 'if-none-match': light })).status).toBe(304)
})

test('sends pages of a session and missing pages in full, without an ETag', async () => {
  const visitor = etagOf(await get())
  for (const headers of [{ cookie: 'sid=ada' }, { authorization: 'Bearer ada' }]) {
    const own = await get({ ...headers, 'if-none-match': `${visitor}, *` })
    expect([own.status, own.headers.has('etag')]).toEqual([200, false])
  }
  const missing = await get({ 'if-none-match': visitor }, '/events/missing')
  expect([missing.status, missing.headers.has('etag')]).toEqual([404, false])
})
