import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import { createCspReportRoute } from './csp-report'
import type { RawRequest } from './raw-routes'

const lines: string[] = []
const log = createLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })
const createRoute = () => createCspReportRoute({ log, limits: createLimits() })

function send(route: ReturnType<typeof createRoute>, body: string, ip = '192.0.2.1') {
  const request = { scope: { ip }, readBody: async () => ({ bytes: Buffer.from(body) }) }
  return route.handle(request as unknown as RawRequest)
}
const about = (directive: string, blocked: string) =>
  JSON.stringify({ 'csp-report': { 'violated-directive': directive, 'blocked-uri': blocked } })

beforeEach(() => {
  lines.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('logs each kind of report once an hour, without URLs that may contain tokens', async () => {
  const route = createRoute()
  for (const path of ['/a.js?token=secret', '/b.js'])
    expect(await send(route, about("script-src 'self'", `https://ads.example${path}`))).toMatchObject({
      status: 204,
    })
  for (const body of ['', 'no json', '[]', '{"csp-report":1}']) await send(route, body)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    directive: 'script-src',
    blocked: 'https://ads.example',
  })
  await send(route, about('img-src', 'data:image/png;base64,secret'))
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(3_600_000)
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ blocked: 'https://ads.example', repeated: 1 })
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('secret')
})

test('limits the number of kinds of report in the log', async () => {
  const route = createRoute()
  for (let n = 0; n < 300; n += 1)
    await send(route, about('img-src', `https://host${n}.example/`), `198.51.100.${n % 250}`)
  expect(lines).toHaveLength(100)
  for (let n = 0; n < 30; n += 1) expect(await send(route, 'x', '192.0.2.9')).toMatchObject({ status: 204 })
})

test('ignores resources that browser extensions tried to load', async () => {
  for (const blocked of ['chrome-extension', 'moz-extension://018cc251/content.js'])
    await send(createRoute(), about('script-src-elem', blocked))
  expect(lines).toEqual([])
})
