import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'

const APP = 'https://app.example'
const app = await startTestApp({ apiOrigins: [APP] })
afterAll(app.stop)
const { address } = app

const bearer = async () => {
  const { client } = createAuthClient(address)
  const { data } = await client.signInWithPassword({ email: getPersonEmail('mara'), password: DEMO_PASSWORD })
  return `Bearer ${data.session?.access_token}`
}

const preflight = (path: string, origin: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
      ...headers,
    },
  })

test('A-08 a page of an allowed origin calls /api/v1 with a bearer token, as the documented example does', async () => {
  const asked = await preflight('/api/v1/me', APP)
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe(APP)
  expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()

  const authorization = await bearer()
  const read = await fetch(`${address}/api/v1/me`, { headers: { origin: APP, authorization } })
  expect(read.headers.get('access-control-allow-origin')).toBe(APP)
  expect(read.headers.get('access-control-allow-credentials')).toBeNull()
  expect(read.headers.get('vary')?.toLowerCase()).toContain('origin')
  expect(await read.json()).toMatchObject({ email: getPersonEmail('mara') })
  // Apps on other origins can read error responses too.
  const refused = await fetch(`${address}/api/v1/account`, { headers: { origin: APP } })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, APP])
  const changed = await fetch(`${address}/api/v1/account/sessions`, {
    method: 'DELETE',
    headers: { origin: APP, authorization, 'sec-fetch-site': 'cross-site' },
  })
  expect([changed.status, changed.headers.get('access-control-allow-origin')]).toEqual([200, APP])
})

test('A-08 a page of an allowed origin revalidates its copy with an ETag', async () => {
  const asked = await preflight('/api/v1/events', APP, { 'access-control-request-headers': 'if-none-match' })
  expect(asked.headers.get('access-control-allow-headers')).toContain('if-none-match')
  const read = await fetch(`${address}/api/v1/events`, { headers: { origin: APP } })
  expect(read.headers.get('access-control-expose-headers')).toContain('etag')
})

test('A-08 other origins, other paths and requests with cookies get no CORS headers', async () => {
  const [authorization, cookie] = [await bearer(), await app.signIn('juno')]
  for (const answer of [
    await preflight('/api/v1/me', 'https://evil.example'),
    await preflight('/api/v1/me', `${APP}.evil.example`),
    await preflight('/api/v1/me', 'null'),
    await preflight('/api/rpc/identity/me', APP),
    await fetch(`${address}/api/v1/me`, { headers: { origin: 'https://evil.example', authorization } }),
    await fetch(`${address}/api/v1/me`, { headers: { origin: APP, cookie } }),
    await fetch(`${address}/account/data.json`, { headers: { origin: APP, authorization } }),
  ])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('A-08 ignores a cookie from an allowed origin, and a cookie next to an invalid token', async () => {
  const cookie = await app.signIn('temi')
  for (const authorization of [undefined, 'Bearer', 'Bearer a b']) {
    const answer = await fetch(`${address}/api/v1/account/sessions`, {
      method: 'DELETE',
      headers: { origin: APP, cookie, ...(authorization && { authorization }) },
    })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' })
  }
})

test('A-08 a program that sends a cookie without an origin gets an explanation', async () => {
  const cookie = await app.signIn('temi')
  const answer = await fetch(`${address}/api/v1/account/sessions`, { method: 'DELETE', headers: { cookie } })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    code: 'ORIGIN_REQUIRED',
    message: expect.stringContaining('Origin header'),
  })
})
