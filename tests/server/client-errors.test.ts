import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp } from '../support/app'

const lines: string[] = []
const app = await startTestApp({ logTo: { write: (line) => void lines.push(line) } })
afterAll(app.stop)
beforeEach(() => {
  lines.length = 0
})

const error = {
  source: 'uncaught',
  name: 'TypeError',
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at pay (http://b2b.example/assets/base-B7.js:1:2)',
  route: '/events/$id',
  release: 'index-D1k9xQ2z.js',
}
const failAt = (position: number, others: object = {}) => ({
  ...error,
  stack: `at pay (http://b2b.example/assets/base-B7.js:1:${position})`,
  ...others,
})

function send(path: string, body: string, headers: Record<string, string> = {}) {
  const own = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': app.someAddress(), ...headers }
  return fetch(app.address + path, { method: 'POST', headers: own, body })
}
const report = (about: unknown, headers?: Record<string, string>) =>
  send('/api/client-errors', JSON.stringify(about), headers)

const listReports = () =>
  lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => String(msg).startsWith('a browser reported'))

test('logs the error report of a browser', async () => {
  const response = await report(error)
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(listReports()).toEqual([
    { ...error, level: 40, time: expect.any(String), msg: 'a browser reported an error' },
  ])
})

test('logs each kind of error once a minute, and then how many more arrived', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    for (let n = 0; n < 4; n += 1) await report(failAt(10, { message: `different text ${n}` }))
    await report(failAt(11))
    expect(listReports()).toHaveLength(2)
    vi.advanceTimersByTime(59_000)
    expect(listReports()).toHaveLength(2)
    vi.advanceTimersByTime(1000)
    expect(listReports().slice(2)).toMatchObject([
      { message: 'different text 0', repeated: 3, msg: 'a browser reported an error again' },
    ])
    await report(failAt(10))
    expect(listReports()).toHaveLength(4)
    vi.advanceTimersByTime(60_000)
    expect(listReports()).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

test('logs a limited number of kinds of errors, and counts the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    for (let n = 0; n < 105; n += 1) await report(failAt(1000 + n))
    const logged = listReports().length
    expect(logged).toBeGreaterThan(90)
    expect(logged).toBeLessThanOrEqual(100)
    vi.advanceTimersByTime(60_000)
    expect(listReports().slice(logged)).toMatchObject([{ omitted: 105 - logged }])
  } finally {
    vi.useRealTimers()
  }
})

test('stops logging reports from one network after 20 in a minute', async () => {
  const network = { 'x-forwarded-for': '203.0.113.5' }
  const statuses: number[] = []
  for (let n = 0; n < 25; n += 1) statuses.push((await report(failAt(2000 + n), network)).status)
  expect(new Set(statuses)).toEqual(new Set([204]))
  expect(listReports()).toHaveLength(20)
})

test('logs no personal data from error reports', async () => {
  const token = 'q8Zt3vYw0LxkN5rB2mJd7HsPaUcFgEiO9T1XyKzVbQ4'
  await report({
    ...error,
    name: 'Error of mara@mail.example',
    message: `mara@mail.example has ${token}; POST https://b2b.example/tickets/abc?code=secret ${'x '.repeat(142)}mara@mail.example`,
    stack: `at https://b2b.example/tickets/abc?code=secret:3000:1\nat 018cc251-0000-7000-8000-00000000dead`,
    route: `/tickets/${token}`,
    release: 'mara@mail.example',
    email: 'mara@mail.example',
  })
  expect(listReports()).toMatchObject([{ name: 'Error of [email]', route: '/tickets/[token]', release: '' }])
  expect(lines.join('')).not.toMatch(/mara|secret|abc|018cc251|q8Zt/)
})

test.each([
  ['no JSON', 'hello'],
  ['an empty body', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '1e999'],
  ['an unknown source', JSON.stringify({ ...error, source: 'evil' })],
  ['objects for texts', JSON.stringify({ ...error, message: { toString: 'evil' } })],
  ['a prototype', '{"__proto__":{"source":"uncaught"}}'],
  ['a missing field', JSON.stringify({ ...error, stack: undefined })],
  ['broken UTF-8', '\uD800'],
])('ignores %s', async (_, body) => {
  expect((await send('/api/client-errors', body)).status).toBe(204)
  expect(listReports()).toEqual([])
})

test('writes each report on one line and cuts its texts', async () => {
  await report(
    failAt(3000, { message: `\u001B[31m\n{"level":60}\n${'a '.repeat(3000)}`, route: '../../etc?x' }),
  )
  const found = lines.filter((line) => line.includes('a browser reported'))
  expect(found).toHaveLength(1)
  for (const control of ['\n', '\u001B']) expect(found[0]?.trimEnd()).not.toContain(control)
  expect(found[0]?.length).toBeLessThan(1000)
  expect(listReports()).toMatchObject([{ route: '' }])
})

test('refuses error reports that are large, from other sites or by other methods', async () => {
  const large = await report({ ...error, stack: 'a '.repeat(10_000) })
  expect(large.status).toBe(413)
  const foreign = await report(failAt(4000), {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  })
  expect(foreign.status).toBe(403)
  expect((await fetch(`${app.address}/api/client-errors`)).status).toBe(404)
  expect(listReports()).toEqual([])
})

test('logs reports of the content security policy, without paths', async () => {
  const blocked = 'https://ads.example/a.js?user=mara'
  const about = { 'effective-directive': 'script-src-elem', 'blocked-uri': blocked, 'document-uri': blocked }
  const headers = { 'content-type': 'application/csp-report' }
  const response = await send('/csp-report', JSON.stringify({ 'csp-report': about }), headers)
  expect(response.status).toBe(204)
  expect(listReports()).toMatchObject([{ directive: 'script-src-elem', blocked: 'https://ads.example' }])
  expect(lines.join('')).not.toContain('mara')
})
