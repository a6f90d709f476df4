import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import { createCspReportRoute } from './csp-report'
import type { RawRequest } from './raw-routes'

const lines: string[] = []
const log = createLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })
const route = createCspReportRoute({ log, limits: createLimits() })

function send(body: string, ip: string) {
  const request = { scope: { ip }, readBody: async () => ({ bytes: Buffer.from(body) }) }
  return route.handle(request as unknown as RawRequest)
}
const about = (directive: string, blocked: string) =>
  JSON.stringify({ 'csp-report': { 'violated-directive': directive, 'blocked-uri': blocked } })

test('logs each kind of report once, without URLs that may contain tokens', async () => {
  for (const path of ['/a.js?token=secret', '/b.js'])
    expect(await send(about("script-src 'self'", `https://ads.example${path}`), '192.0.2.1')).toMatchObject({
      status: 204,
    })
  for (const body of ['', 'no json', '[]', '{"csp-report":1}']) await send(body, '192.0.2.1')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    directive: 'script-src',
    blocked: 'https://ads.example',
  })
  await send(about('img-src', 'data:image/png;base64,secret'), '192.0.2.1')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('secret')
})

test('limits the number of kinds of report in the log', async () => {
  for (let n = 0; n < 300; n += 1)
    await send(about('img-src', `https://host${n}.example/`), `198.51.100.${n % 250}`)
  expect(lines.length).toBeLessThanOrEqual(100)
  lines.length = 0
  for (let n = 0; n < 30; n += 1) expect(await send('x', '192.0.2.9')).toMatchObject({ status: 204 })
})
