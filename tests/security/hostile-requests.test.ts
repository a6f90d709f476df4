import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { leak } from '../support/api-operations'

const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)
const customer = await signIn('customer')
const { port } = new URL(address)

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}
interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends a raw request: unlike fetch, node:http neither normalizes the path nor refuses headers such as Origin. */
function send({ method = 'GET', path = '/', headers = {}, body = '' }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { port, method, path, headers: { 'x-forwarded-for': someAddress(), ...headers } },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    call.on('error', reject).end(body)
  })
}

const json = { 'content-type': 'application/json' }
const signedIn = { ...json, cookie: customer, origin: address }
const cancel = '/api/v1/orders/018cc251-0000-7000-8000-00000000dead/cancel'
const signInPath = '/api/v1/auth/sign-in'

/** Expects 4xx with a message and without internal details. */
function expectRefusal(answer: Answered, status: number | RegExp = /^4/): void {
  if (typeof status === 'number') expect(answer.status, answer.text).toBe(status)
  else expect(String(answer.status), answer.text).toMatch(status)
  expect(answer.text).not.toMatch(leak)
  expect(answer.text).toMatch(/"message":"[A-Z][^"]{8,}"/)
}

describe('bodies', () => {
  test.each([
    ['not JSON', '{"email":'],
    ['an empty body', ''],
    ['a truncated number', '[1e'],
    ['a thousand brackets', '['.repeat(1000)],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])],
    ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'],
  ])('%s is refused in both protocols', async (_name, body) => {
    for (const path of [signInPath, '/api/rpc/identity/signIn'])
      expectRefusal(await send({ method: 'POST', path, headers: json, body }), 400)
    expect(Object.getPrototypeOf({})).not.toHaveProperty('isAdmin')
  })

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'a'.repeat(2000),
    'application/json; charset=utf-7',
  ])('a request body of the content type %s is refused', async (type) => {
    const body = '{"email":"a@b.example","password":"whatever it is"}'
    for (const path of [signInPath, '/api/rpc/identity/signIn'])
      expectRefusal(await send({ method: 'POST', path, headers: { 'content-type': type }, body }))
  })

  test('a body of two megabytes is not read to the end, with and without a content length', async () => {
    const body = `{"email":"${'x'.repeat(2 * 1024 * 1024)}"}`
    for (const path of [signInPath, '/api/rpc/identity/signIn']) {
      expectRefusal(await send({ method: 'POST', path, headers: json, body }), 413)
      const chunked = { ...json, 'transfer-encoding': 'chunked' }
      const answer = await send({ method: 'POST', path, headers: chunked, body }).catch(() => undefined)
      if (answer) expectRefusal(answer, 413)
    }
    expect((await send({ path: '/healthz' })).status).toBe(200)
  })

  test.each([
    ['an unknown type', [[99, 'email']]],
    ['the prototype', [[1, '__proto__', 'x']]],
    ['a missing file', [[8, 'email']]],
    ['no list', 'meta'],
    ['a path that does not exist', [[2, 'a', 'b', 'c', 'd']]],
    ['a pattern', [[6, 'email']]],
  ])('refuses a body whose type annotations name %s', async (_name, meta) => {
    const body = JSON.stringify({ json: { email: 'x@y.example', password: 'not that' }, meta })
    const answer = await send({ method: 'POST', path: '/api/rpc/identity/signIn', headers: json, body })
    expectRefusal(answer)
  })
})

describe('origin, method and cookie', () => {
  test.each([
    ['no origin', {}],
    ['another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['an origin that starts with ours', { origin: `${address}.evil.example` }],
    ['a request that the browser marks as cross-site', { origin: address, 'sec-fetch-site': 'cross-site' }],
    ['a same-site origin', { 'sec-fetch-site': 'same-site' }],
  ])('a session cookie in a request from %s changes nothing', async (_name, headers) => {
    for (const path of [cancel, '/api/v1/auth/sign-out', '/api/rpc/identity/signOut', '/']) {
      const answer = await send({
        method: 'POST',
        path,
        headers: { ...json, cookie: customer, ...headers },
        body: '{}',
      })
      expectRefusal(answer, 403)
    }
    const me = await send({ path: '/api/v1/me', headers: { cookie: customer } })
    expect(me.text).toContain('Priya Raman')
  })

  test('a session cookie in a request from the site’s own pages works', async () => {
    expectRefusal(await send({ method: 'POST', path: cancel, headers: signedIn, body: '{}' }), 404)
  })

  test('GET never reaches a call that writes', async () => {
    const data = encodeURIComponent('{"json":{}}')
    for (const path of [`/api/rpc/identity/signOut?data=${data}`, '/api/v1/auth/sign-out', cancel]) {
      const answer = await send({ path, headers: { cookie: customer } })
      expectRefusal(answer)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
    'the header %s does not change the request method',
    async (header) => {
      const answer = await send({
        path: '/api/v1/auth/sign-out',
        headers: { cookie: customer, [header]: 'POST' },
      })
      expectRefusal(answer, 404)
      expect((await send({ path: '/api/v1/me', headers: { cookie: customer } })).text).toContain('Priya')
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('the method %s is refused', async (method) => {
    expectRefusal(await send({ method, path: '/api/v1/events', headers: signedIn }))
  })

  test.each([
    'b2b_session=',
    'b2b_session=..',
    `b2b_session=${'A'.repeat(7000)}`,
    'b2b_session=018cc251-0000-7000-8000-00000000dead.AAAA',
    customer.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `${customer}x`,
    `b2b_session=%00%FF${customer.slice(12)}`,
    '=; ;;=b2b_session;b2b_session',
  ])('a tampered cookie counts as a visitor: %s', async (cookie) => {
    const answer = await send({ path: '/api/v1/me', headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('null')
  })

  test('an oversized cookie is refused', async () => {
    const answer = await send({ path: '/', headers: { cookie: `theme=${'d'.repeat(40_000)}` } })
    expect(answer.status).toBe(431)
  })
})

describe('addresses', () => {
  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/....//....//etc/passwd',
    '/hello.txt/../../../../etc/passwd',
    '/..\\..\\windows\\win.ini',
    '/%2e%2e%5c%2e%2e%5cetc%5cpasswd',
    '//etc/passwd',
    '/hello.txt%00.png',
    '/proc/self/environ',
    '/.env',
    '/dev/mail/../../secret',
  ])('the path %s does not lead out of the folder of files', async (path) => {
    const { status, text } = await send({ path })
    expect(text).not.toMatch(/root:|"private"|DATABASE_URL|SECRET=/)
    expect(
      status === 404 || text.includes('A page') || status === 400,
      `${status} ${text.slice(0, 100)}`,
    ).toBe(true)
  })

  test('control: a file in the folder is served', async () => {
    expect((await send({ path: '/hello.txt' })).text).toBe('hello')
    expect((await send({ path: '/%68ello.txt' })).text).toBe('hello')
  })

  test.each(['/%', '/%zz', '/events/%E0%A4%A', '/%C0%AE%C0%AE/', '/api/v1/events/%FF'])(
    'the path %s with an invalid encoding is refused',
    async (path) => {
      expectRefusal(await send({ path }), 400)
    },
  )

  test.each([
    '/api/v1/nothing',
    '/api/rpc/nothing',
    '/api/rpc/__proto__',
    '/api/rpc/identity/constructor',
    '/api/v1/',
  ])('the path %s is not found', async (path) => {
    for (const method of ['GET', 'POST'])
      expectRefusal(
        await send({ method, path, headers: json, ...(method === 'POST' && { body: '{}' }) }),
        404,
      )
  })

  test('a very long address is refused', async () => {
    const answer = await send({ path: `/api/v1/events?q=${'x'.repeat(12_000)}` })
    expectRefusal(answer)
    expect((await send({ path: `/${'x'.repeat(60_000)}` })).status).toBe(431)
  })
})

describe('headers', () => {
  test('no header of a response repeats text of the request', async () => {
    for (const id of ['x\u00e9y', 'a b c d e f g h', 'x'.repeat(500), '<script>alert(1)</script>']) {
      const { headers } = await send({ path: '/api/v1/me', headers: { 'x-request-id': id } })
      expect(headers['x-request-id']).toMatch(/^[\w.:-]{8,64}$/)
    }
    const { headers } = await send({ path: '/api/v1/events?q=x%0d%0aset-cookie:%20b2b_session=evil' })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each(['a b', 'evil.example/path', 'x@y:z', '[', 'a"b', ''])('the host %j is refused', async (host) => {
    for (const path of ['/', '/auth', '/api/v1/me']) {
      const { status, text } = await send({ path, headers: { host } })
      expect(status === 400 || text === 'null' || text.includes('A page'), `${status} ${text}`).toBe(true)
    }
  })

  test('a forged client address has no effect', async () => {
    for (const claimed of ["'; drop table accounts; --", '::ffff:127.0.0.1, <script>', '0'.repeat(5000)]) {
      const { status } = await send({ path: '/api/v1/me', headers: { 'x-forwarded-for': claimed } })
      expect(status).toBe(200)
    }
  })

  test.each([
    'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'GET ftp://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://[/ HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
    '\u0016\u0003\u0001 a handshake for another protocol',
  ])('bytes that are not an HTTP request get a bare 400', async (bytes) => {
    const text = await raw(bytes)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(text).not.toMatch(leak)
  })
})

test('after all hostile requests the server still responds, and the customer’s account is unchanged', async () => {
  expect((await send({ path: '/readyz' })).status).toBe(200)
  expect((await send({ path: '/api/v1/me', headers: { cookie: customer } })).text).toContain('Priya Raman')
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
})

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), 'localhost', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      // The server closes most connections itself. If it keeps this one alive, the test closes it.
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (/^connection: keep-alive/im.test(head) && body.length >= length) socket.end()
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}
