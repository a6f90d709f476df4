import { afterAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { addAuthenticator } from '../support/factors'

// Malformed input that no client sends, and variants that people type.
const app = await startTestApp({ auth: { confirmEmail: true } })
const { address, secret, someAddress } = app
afterAll(app.stop)

async function post(path: string, body: object | string) {
  const answer = await fetch(`${address}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

async function signIn(key: string) {
  const { client } = createAuthClient(address, { ip: someAddress() })
  const { data, error } = await client.signInWithPassword({
    email: getPersonEmail(key),
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  return { client, session: data.session }
}

const inEveryObject = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

test.each(inEveryObject)(
  'A-08 grant_type=%s, a name that every object has, is refused without internal details',
  async (name) => {
    const { status, text } = await post(`/token?grant_type=${name}`, {})
    expect({ status, text }).toEqual({
      status: 400,
      text: JSON.stringify({ code: 'validation_failed', message: 'unsupported_grant_type' }),
    })
    expect(text).not.toContain(secret)
  },
)

test.each(inEveryObject)(
  'A-08 %s, a name that every object has, is neither a provider nor a type of verify',
  async (name) => {
    for (const { status, text } of [
      await post('/token?grant_type=id_token', { provider: name, id_token: 'x' }),
      await post('/verify', { type: name, token_hash: 'x' }),
      await post('/resend', { type: name, email: 'ada@lind.example' }),
    ]) {
      expect(status, text).toBe(400)
      expect(text).not.toContain(secret)
    }
  },
)

describe('A-08 an email as people type it', () => {
  test('an email typed with spaces and capitals signs in', async () => {
    const [, host = ''] = getPersonEmail('mara').split('@')
    const { client } = createAuthClient(address, { ip: someAddress() })
    const { data, error } = await client.signInWithPassword({
      email: ` Mara@${host.toUpperCase()} `,
      password: DEMO_PASSWORD,
    })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(getPersonEmail('mara'))
  })

  test.each([
    ['/signup', { email: 'Ada@Lind.example', password: 'a long password' }],
    ['/otp', { email: 'Ｂea@Lind.example' }],
    ['/resend', { type: 'signup', email: 'Cleo@Lind.example' }],
    ['/recover', { email: 'Dora@Lind.example' }],
  ])('an email typed in another spelling is accepted at %s', async (path, body) => {
    expect(await post(path, body)).toMatchObject({ status: 200 })
  })

  test.each(['/signup', '/otp'])('a phone with spaces is accepted at %s', async (path) => {
    const { text } = await post(path, { phone: '+49 170 123 45 67', password: 'a long password' })
    expect(text).not.toContain('unexpected_failure')
  })
})

test.each(['/signup', '/otp'])('A-08 deeply nested input is refused at %s', async (path) => {
  for (const levels of [21, 4000, 30_000]) {
    const data = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const body = `{"email":"deep@lind.example","password":"a long password","data":{"a":${data}}}`
    expect(await post(path, body)).toEqual({
      status: 400,
      text: JSON.stringify({ code: 'validation_failed', message: 'data is nested too deeply' }),
    })
  }
})

test('A-08 a token fits into a header even with much user metadata', async () => {
  const { client } = await signIn('mara')
  const text = 'é'.repeat(15_000)
  expect((await client.updateUser({ data: { text } })).error).toBeNull()
  const { data } = await client.refreshSession()
  expect(data.session?.access_token.length).toBeLessThan(4000)
  expect(data.user?.user_metadata['text']).toBe(text)
  expect(await fetchMe(address, data.session)).toMatchObject({ email: getPersonEmail('mara') })
  const { error } = await client.updateUser({ data: { text: null, color: 'red' } })
  expect(error).toBeNull()
  await client.refreshSession()
  const { data: claims } = await client.getClaims()
  expect(claims?.claims.user_metadata).toMatchObject({ color: 'red' })
})

test('A-08 a session that has not verified the factor cannot end sessions that have', async () => {
  const owner = await signIn('temi')
  await addAuthenticator(owner.client)
  const { data: assured } = await owner.client.getSession()
  for (const scope of ['others', 'global'] as const) {
    const { session } = await signIn('temi')
    await fetch(`${address}/auth/v1/logout?scope=${scope}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, 'x-forwarded-for': someAddress() },
    })
    expect(await fetchMe(address, assured.session)).toMatchObject({ email: getPersonEmail('temi') })
    const { status } = await fetch(`${address}/auth/v1/user`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    // The scope "global" ends their own session, too.
    expect(status).toBe(scope === 'global' ? 403 : 200)
  }
})

test('A-08 a link with an invalid token redirects to our page, with nothing else in the URL', async () => {
  for (const [token, type, page] of [
    ['x\r\nSet-Cookie: a=b', 'magiclink', '/auth/link'],
    ['x&type=recovery&next=//evil.example', 'invite', '/auth/link'],
    ['\u2028', 'recovery', '/auth/reset'],
  ] as const) {
    const answer = await fetch(`${address}/auth/v1/verify?${new URLSearchParams({ token, type })}`, {
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(pathname).toBe(page)
    expect(Object.fromEntries(searchParams)).toEqual({ token, ...(page === '/auth/link' && { type }) })
  }
})

test('A-08 the name of a factor is stored as one line', async () => {
  const { client } = await signIn('juno')
  for (const name of ['a\u0000b', '\ud800 key']) {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: name })
    expect(error).toBeNull()
    expect(data?.friendly_name).toMatch(/^(?:a b|ab|key)$/)
  }
})
