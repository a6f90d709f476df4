import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'

const { address, db, signIn, someAddress, stop } = await startTestApp()
afterAll(stop)

/** Sends a request that, unlike fetch, requests no encoding by default and decodes nothing. */
async function get(path: string, headers: Record<string, string> = {}, { method = 'GET', body = '' } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: Record<string, string | string[] | undefined>
    body: Buffer
  }>()
  const asked = request(
    `${address}${path}`,
    { method, headers: { 'x-forwarded-for': someAddress(), ...headers } },
    (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    },
  )
  asked.on('error', reject)
  asked.end(body)
  return promise
}

const { events } = JSON.parse((await get('/api/v1/events')).body.toString()) as { events: { id: string }[] }
const id = events[0]?.id ?? ''

test.each(['/api/v1/events', `/api/v1/events/${id}`, '/api/v1/djs', '/api/v1/site'])(
  'visitors get %s with an ETag, and status 304 while it is unchanged',
  async (path) => {
    const first = await get(path)
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-length': String(first.body.length),
    })
    const again = await get(path, { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'br' })
    expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'private, no-cache' } })
    expect(again.body.length).toBe(0)
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  },
)

test('changing an event changes its ETag', async () => {
  const path = `/api/v1/events/${id}`
  const etag = String((await get(path)).headers['etag'])
  await db.updateTable('events').set({ title: 'Another title' }).where('id', '=', id).execute()
  const changed = await get(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
  expect(changed.body.toString()).toContain('Another title')
})

test('personal responses have no ETag and must not be stored', async () => {
  const cookie = await signIn('mara')
  for (const [path, headers] of [
    ['/api/v1/events', { cookie }],
    ['/api/v1/me', { cookie }],
    ['/api/v1/me', {}],
    ['/api/v1/transfers/unknown', {}],
    ['/api/v1/events/unknown', {}],
  ] as const) {
    const answer = await get(path, headers)
    expect([path, answer.headers['etag'], answer.headers['cache-control']]).toEqual([
      path,
      undefined,
      'no-store',
    ])
  }
})

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
] as const)('large responses are compressed with %s', async (encoding, accepted, decode) => {
  const plain = await get('/api/v1/events')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['vary']).toBe('accept-encoding')
  const packed = await get('/api/v1/events', { 'accept-encoding': accepted })
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.headers['content-length']).toBe(String(packed.body.length))
  expect(packed.body.length * 2).toBeLessThan(plain.body.length)
  expect(decode(packed.body).equals(plain.body)).toBe(true)
  expect(packed.headers['etag']).toBe(plain.headers['etag'])
})

test('responses to the site’s own pages are compressed, small responses and errors are not', async () => {
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json', origin: address }
  const options = { method: 'POST', body: JSON.stringify({ json: {} }) }
  const list = await get('/api/rpc/events/list', headers, options)
  expect([list.status, list.headers['content-encoding'], list.headers['etag']]).toEqual([
    200,
    'br',
    undefined,
  ])
  expect(JSON.parse(brotliDecompressSync(list.body).toString())).toHaveProperty('json.events')
  for (const path of ['/api/v1/me', '/api/v1/events/unknown', '/api/v1/nothing'])
    expect((await get(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
})

test('HEAD returns the headers of GET without a body, and runs no call that writes', async () => {
  const read = await get('/api/v1/events')
  const head = await get('/api/v1/events', {}, { method: 'HEAD' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
    expect(head.headers[name]).toBe(read.headers[name])
  const etag = String(head.headers['etag'])
  expect((await get('/api/v1/events', { 'if-none-match': etag }, { method: 'HEAD' })).status).toBe(304)
  expect((await get('/api/v1/me', {}, { method: 'HEAD' })).status).toBe((await get('/api/v1/me')).status)
  expect((await get('/api/v1/orders', {}, { method: 'HEAD' })).status).toBe(
    (await get('/api/v1/orders')).status,
  )
  expect((await get('/api/v1/bookings/x/decline', {}, { method: 'HEAD' })).status).toBe(404)
})
