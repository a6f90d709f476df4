import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClientAddressFinder, toIpv6Network } from './client-address'
import { compress } from './encoding'
import { chooseEncoding, isHtmlPreferred } from './content-negotiation'
import { findOriginProblem } from './origin-check'
import { toRequestId } from './request-id'
import { replaceNonceWithHashes } from './replace-nonce'

test('accepts a valid request id and replaces any other', () => {
  expect(toRequestId('edge-7f3a:0001')).toBe('edge-7f3a:0001')
  for (const header of [undefined, 'short', '<script>alert(1)</script>', 'a\nb'.repeat(5), 'x'.repeat(65)])
    expect(toRequestId(header)).toMatch(/^[0-9a-f-]{36}$/)
})

const one = { hops: 1 }
const named = { networks: ['127.0.0.0/8', '10.0.0.0/8', '198.18.0.0/15', '2001:db8:cd::/48'] }
test.each([
  // remote, X-Forwarded-For, proxies, expected
  ['203.0.113.9', '198.51.100.1', one, '203.0.113.9'],
  ['127.0.0.1', '198.51.100.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1', one, '198.51.100.1'],
  ['::ffff:10.0.0.2', '6.6.6.6, 198.51.100.1', one, '198.51.100.1'],
  // A client in a private network can't hide behind additional entries.
  ['127.0.0.1', '6.6.6.6, 10.0.0.7', one, '10.0.0.7'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1, 198.18.0.7', { hops: 2 }, '198.51.100.1'],
  ['127.0.0.1', '198.51.100.1', { hops: 2 }, '198.51.100.1'],
  ['203.0.113.9', '6.6.6.6, 198.51.100.1', { hops: 2 }, '203.0.113.9'],
  ['127.0.0.1', 'nonsense', one, '127.0.0.1'],
  // Some proxies include the port.
  ['127.0.0.1', '6.6.6.6, 198.51.100.1:4711', one, '198.51.100.1'],
  ['127.0.0.1', '6.6.6.6, [2001:db8::1]:4711', one, '2001:db8::1'],
  ['127.0.0.1', '6.6.6.6, unknown', one, '127.0.0.1'],
  ['198.18.0.7', '6.6.6.6, 198.51.100.1', named, '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 2001:db8::1, 2001:db8:cd:1::7', named, '2001:db8::1'],
  ['203.0.113.9', '198.51.100.1', named, '203.0.113.9'],
  ['10.0.0.1', '6.6.6.6, unknown, 198.18.0.7', named, '198.18.0.7'],
  [undefined, '6.6.6.6', named, ''],
])(
  'a request from %s with X-Forwarded-For %s and the proxies %j has the address %s',
  (remote, forwarded, proxies, expected) => {
    expect(createClientAddressFinder(proxies)(remote, forwarded)).toBe(expected)
  },
)

test.each([
  ['192.0.2.1', 64, '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', 64, '2001:db8:1:2::/64'],
  ['2001:DB8::1', 64, '2001:db8:0:0::/64'],
  ['::1', 64, '0:0:0:0::/64'],
  ['fe80::1%eth0', 64, 'fe80:0:0:0::/64'],
  ['2001:db8:1:abcd::1', 56, '2001:db8:1:ab00::/56'],
  ['2001:db8:1:2::1', 56, '2001:db8:1:0::/56'],
  ['2001:db8:1:2::1', 48, '2001:db8:1::/48'],
  ['192.0.2.1', 48, '192.0.2.1'],
  ['', 64, ''],
] as const)('the network of %s with prefix /%i is %s', (address, prefix, network) => {
  expect(toIpv6Network(address, prefix)).toBe(network)
})

const own = ['https://b2b.example']
const refuse = (headers: Record<string, string>) => findOriginProblem('POST', new Headers(headers), own)
const post = (headers: Record<string, string>) => refuse(headers) === undefined

test('a request with cookies that changes data must come from our own pages', () => {
  const cookie = 'b2b_session=abc'
  expect(post({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(post({ cookie, origin: 'https://b2b.example' })).toBe(true)
  expect(post({ cookie, 'sec-fetch-site': 'cross-site', origin: 'https://b2b.example' })).toBe(false)
  expect(post({ cookie, 'sec-fetch-site': 'same-site' })).toBe(false)
  expect(post({ cookie, origin: 'https://evil.example' })).toBe(false)
  expect(post({ cookie, origin: 'null' })).toBe(false)
  expect(refuse({ cookie, origin: 'https://evil.example' })).toBe('foreign')
  expect(refuse({ cookie })).toBe('missing')
})

test("an authorization header without a valid token doesn't exempt the cookie from the origin check", () => {
  for (const authorization of ['Bearer', 'Bearer ', 'Bearer a b', 'Basic abc'])
    expect(refuse({ cookie: 'b2b_session=abc', authorization, origin: 'https://evil.example' })).toBe(
      'foreign',
    )
})

test('reads, bearer tokens, and requests without cookies pass the origin check', () => {
  expect(findOriginProblem('GET', new Headers({ cookie: 'a=b', origin: 'https://evil.example' }), own)).toBe(
    undefined,
  )
  expect(post({ cookie: 'a=b', authorization: 'Bearer abc' })).toBe(true)
  expect(post({})).toBe(true)
})

test('refuses a cross-site form that would sign the browser in, although browsers withhold our cookies from it', () => {
  expect(post({ origin: 'https://evil.example' })).toBe(false)
  expect(post({ origin: 'null' })).toBe(false)
  expect(post({ 'sec-fetch-site': 'cross-site' })).toBe(false)
  expect(post({ 'sec-fetch-site': 'same-site', origin: 'https://shop.b2b.example' })).toBe(false)
  expect(post({ 'sec-fetch-site': 'same-origin', origin: 'https://b2b.example' })).toBe(true)
})

test('chooses the best encoding that the client accepts', async () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(chooseEncoding('gzip;q=0.8, br;q=0')).toBe('gzip')
  expect(chooseEncoding('br;q=0.5, gzip')).toBe('br')
  expect(chooseEncoding('*;q=0.1, br;q=0')).toBe('gzip')
  expect(chooseEncoding('*')).toBe('br')
  expect(chooseEncoding('GZIP')).toBe('gzip')
  expect(chooseEncoding('identity')).toBeUndefined()
  expect(chooseEncoding('')).toBeUndefined()
  expect(chooseEncoding(undefined)).toBeUndefined()
  expect(await compress(Buffer.from('small'), 'br')).toBeUndefined()
  expect((await compress(Buffer.alloc(50_000, 'ab'), 'gzip'))?.length).toBeLessThan(1_000)
})

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/*', true],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html;q=0.5', false],
  ['text/html;q=0', false],
  [undefined, false],
])('whether the Accept header %s prefers a page: %s', (accept, expected) => {
  expect(isHtmlPreferred(accept)).toBe(expected)
})

const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

test('allows only scripts that carried the nonce, and removes the nonce', () => {
  const { html, hashes } = replaceNonceWithHashes(
    '<head><title>Ärger — 1</title><meta property="csp-nonce" content="n1"/><script nonce="n1">ours()</script></head>' +
      '<p>text</p><script>smuggled()</script><script nonce="n2">guessed()</script><script nonce="n1" src="/a.js"></script>' +
      '<link nonce="n1" rel="x"/><script type="module" nonce="n1">say("— ©")</script><p>end 🎧</p>',
    'n1',
  )
  expect(hashes).toEqual([hashOf('ours()'), hashOf('say("— ©")')])
  expect(hashOf('ours()'), "printf 'ours()' | openssl dgst -sha256 -binary | base64").toBe(
    'sha256-6Mlk+XjE57h/a6BK8UFDhIqhWicH5NYtbW9Bd0Z0HiI=',
  )
  expect(html.toString()).toBe(
    '<head><title>Ärger — 1</title><script>ours()</script></head>' +
      '<p>text</p><script>smuggled()</script><script nonce="n2">guessed()</script><script src="/a.js"></script>' +
      '<link rel="x"/><script type="module">say("— ©")</script><p>end 🎧</p>',
  )
})

test('replaces placeholders that have the nonce with bytes', () => {
  const bytes = [Buffer.from('<b>é</b>'), Buffer.from('<script>smuggled()</script>')]
  const { html, hashes } = replaceNonceWithHashes(
    '<p>—<!--n1:1--></p><!--n2:0--><script nonce="n1">a</script><!--n1:0-->',
    'n1',
    bytes,
  )
  expect(html.toString()).toBe('<p>—<script>smuggled()</script></p><!--n2:0--><script>a</script><b>é</b>')
  expect(hashes).toHaveLength(1)
})

test('sends a page without our scripts unchanged', () => {
  const { html, hashes } = replaceNonceWithHashes('<p>n1 — and nothing else</p>', 'n1')
  expect(html.toString()).toBe('<p>n1 — and nothing else</p>')
  expect(hashes).toEqual([])
})
