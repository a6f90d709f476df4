import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '~/app'
import { connect } from '~/database/connect'
import { newId } from '~/lib/ids'
import { readConfiguration } from '~/platform/config/configuration'
import { findScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import { sealSessionId } from '~/features/identity/server/sessions/session-cookie'

// A port where no PostgreSQL listens.
const url = 'postgres://nobody@127.0.0.1:1/none'
const secret = 'only for these tests, and long enough for it'
const cookie = `b2b_session=${sealSessionId(newId(), secret)}`
const html = { accept: 'text/html' }

let address: string
let stop: () => Promise<void>

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-away-'))
  const db = connect({ url, poolSize: 2 })
  const env = { DATABASE_URL: url, SECRET: secret, PORT: '0', DATA_DIR: dataDir }
  const app = createApp({
    config: readConfiguration(env),
    secret,
    log: createLog({ level: 'silent' }),
    database: { db, url },
    // Renders a page whose loader needs the caller. When a loader fails, the router responds with its own error page.
    renderPage: async () => {
      let status = 200
      await findScope()
        ?.caller()
        .catch(() => (status = 500))
      return new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } })
    },
  })
  const listening = await app.listen(dataDir)
  address = listening.address
  stop = async () => {
    await listening.close()
    app.services.chat.close()
    await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
})
afterAll(() => stop())

test.each([
  ['a call', '/api/rpc/events/featured?data=%7B%22json%22%3A%7B%7D%7D', {}],
  ['a call of a signed-in person', '/api/v1/me', { cookie }],
  ['the REST API', '/api/v1/events', {}],
  ['the auth service', '/auth/v1/token?grant_type=password', {}],
  ['an event stream', '/api/live', { cookie }],
  ['an export', '/account/data.json', { cookie }],
  ['a page', '/settings', { cookie, ...html }],
])(
  'the response of %s is a 503 with Retry-After while the database is unavailable',
  async (_what, path, headers) => {
    const isSignIn = path.startsWith('/auth/v1/')
    const answer = await fetch(`${address}${path}`, {
      headers: { ...headers, ...(isSignIn && { 'content-type': 'application/json' }) },
      ...(isSignIn && { method: 'POST', body: '{"email":"ada@example.com","password":"correct horse"}' }),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  },
)

test('an API error explains in JSON what the caller can do', async () => {
  const answer = await fetch(`${address}/api/v1/events`)
  expect(await answer.json()).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The site isn’t answering at the moment. Wait a few seconds and try again.',
  })
})

test('the error page is readable without a script, and only its own script may run', async () => {
  const answer = await fetch(`${address}/settings`, { headers: { cookie, ...html } })
  expect(await answer.text()).toContain('Tickets that you paid for\n            are safe')
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]+=*'/u)
})

test('the process reports that it is healthy but not ready', async () => {
  const answers = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(`${address}${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
})

test('/metrics shows that the database is unavailable, and the figures that need no database', async () => {
  const body = await (await fetch(`${address}/metrics`)).text()
  for (const line of [/^database_available 0$/mu, /^order_outbox_rows nan$/imu, /^open_streams 0$/mu])
    expect(body).toMatch(line)
})
