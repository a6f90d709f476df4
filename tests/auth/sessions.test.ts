import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient, createDevice } from '../support/auth-client'

const app = await startTestApp()
const { address, db } = app
afterAll(app.stop)

const as = (key: string) => ({ email: getPersonEmail(key), password: DEMO_PASSWORD })

test('A-08 a password starts a session, and its token has the same access as the cookie', async () => {
  const { client, notified } = createAuthClient(address)
  const { data, error } = await client.signInWithPassword(as('mara'))
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: getPersonId('mara'),
    email: getPersonEmail('mara'),
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'], roles: ['user'] },
  })
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(await fetchMe(address, data.session)).toMatchObject({ email: getPersonEmail('mara') })
  expect(await client.getUser()).toMatchObject({ data: { user: { id: getPersonId('mara') } }, error: null })
  await client.signOut()
  expect(notified).toEqual(expect.arrayContaining(['SIGNED_IN', 'SIGNED_OUT']))
  expect(await fetchMe(address, data.session)).toBeNull()
})

test('A-08 with an invalid token, public calls treat the caller as a visitor, and others respond 401 with a code', async () => {
  const signedIn = async (key: string) =>
    (await createAuthClient(address).client.signInWithPassword(as(key))).data.session?.access_token ?? ''
  const [whole, ended, half] = [await signedIn('nova'), await signedIn('nova'), await signedIn('sofia')]
  const { session_id: endedId } = decodeJwt(ended)
  await db.updateTable('sessions').set({ ended_at: new Date() }).where('id', '=', String(endedId)).execute()
  const needsFactor = (has_second_factor: boolean) =>
    db
      .updateTable('accounts')
      .set({ has_second_factor })
      .where('email', '=', getPersonEmail('sofia'))
      .execute()
  await needsFactor(true)
  expect(decodeJwt(half)).toMatchObject({ sub: getPersonId('sofia'), aal: 'aal1' })
  const ask = (token: string, path: string, method = 'GET') =>
    fetch(`${address}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  expect((await ask(whole, '/account')).status).toBe(200)
  for (const token of ['nonsense', ended, half]) {
    const me = await ask(token, '/me')
    expect([me.status, await me.json()]).toEqual([200, null])
    for (const [path, method] of [
      ['/account/sessions', 'GET'],
      ['/account', 'GET'],
      ['/account/sessions', 'DELETE'],
    ] as const) {
      const refused = await ask(token, path, method)
      expect([path, refused.status]).toEqual([path, 401])
      expect(await refused.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
    }
  }
  await needsFactor(false)
})

test('A-08 the published keys verify the access token, at both addresses', async () => {
  const { client } = createAuthClient(address)
  const { data } = await client.signInWithPassword(as('juno'))
  for (const path of ['.well-known/jwks.json', 'jwks']) {
    const keys = await (await fetch(`${address}/auth/v1/${path}`)).json()
    const { payload, protectedHeader } = await jwtVerify(
      data.session?.access_token ?? '',
      createLocalJWKSet(keys),
      { issuer: 'http://localhost:3000/auth/v1', audience: 'authenticated' },
    )
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(payload).toMatchObject({ sub: getPersonId('juno'), aal: 'aal1', amr: [{ method: 'password' }] })
    expect(payload.exp).toBe((payload.iat ?? 0) + 3600)
  }
  expect(await client.getClaims()).toMatchObject({
    data: { claims: { sub: getPersonId('juno') } },
    error: null,
  })
})

test('A-08 four tabs that refresh simultaneously get the same next token', async () => {
  const device = createDevice()
  const first = createAuthClient(address, { device })
  const { data } = await first.client.signInWithPassword(as('temi'))
  const token = data.session?.refresh_token ?? ''
  const tabs = Array.from({ length: 4 }, () => createAuthClient(address, { device: createDevice() }).client)
  const answers = await Promise.all(tabs.map((tab) => tab.refreshSession({ refresh_token: token })))
  const next = new Set(answers.map((answer) => answer.data.session?.refresh_token))
  expect(answers.map((answer) => answer.error)).toEqual([null, null, null, null])
  expect(next.size).toBe(1)
  expect(next.has(token)).toBe(false)
})

test('A-08 a tab that is several refreshes behind within ten seconds gets the current token', async () => {
  const { client } = createAuthClient(address)
  const { data } = await client.signInWithPassword(as('temi'))
  const first = data.session?.refresh_token ?? ''
  const second = (await client.refreshSession({ refresh_token: first })).data.session?.refresh_token ?? ''
  const third = (await client.refreshSession({ refresh_token: second })).data.session?.refresh_token
  const { data: late, error } = await createAuthClient(address).client.refreshSession({
    refresh_token: first,
  })
  expect(error).toBeNull()
  expect(new Set([first, second, third]).size).toBe(3)
  expect(late.session?.refresh_token).toBe(third)
  expect(await fetchMe(address, late.session)).toMatchObject({ email: getPersonEmail('temi') })
})

test('A-08 a refresh token reused after ten seconds ends the session', async () => {
  const { client } = createAuthClient(address)
  const { data } = await client.signInWithPassword(as('temi'))
  const token = data.session?.refresh_token ?? ''
  const fresh = await client.refreshSession({ refresh_token: token })
  await sql`update sessions set retired_at = array(select t - interval '11 seconds' from unnest(retired_at) t) where user_id = ${getPersonId('temi')}`.execute(
    db,
  )
  const thief = createAuthClient(address).client
  expect(await thief.refreshSession({ refresh_token: token })).toMatchObject({
    error: { code: 'refresh_token_already_used', status: 400 },
  })
  expect(await fetchMe(address, fresh.data.session)).toBeNull()
  expect(await client.refreshSession(fresh.data.session ?? undefined)).toMatchObject({
    error: { code: 'refresh_token_not_found' },
  })
})

test.each(['global', 'others', 'local'] as const)(
  'A-08 signing out with scope %s ends only the sessions in that scope',
  async (scope) => {
    const [here, there] = [createAuthClient(address), createAuthClient(address)]
    const { data: own } = await here.client.signInWithPassword(as('sofia'))
    const { data: other } = await there.client.signInWithPassword(as('sofia'))
    expect(await here.client.signOut({ scope })).toEqual({ error: null })
    const alive = [
      (await fetchMe(address, own.session)) !== null,
      (await fetchMe(address, other.session)) !== null,
    ]
    expect(alive).toEqual({ global: [false, false], others: [true, false], local: [false, true] }[scope])
  },
)

test('A-07 a sign-in with neither email nor phone is refused', async () => {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ password: 'x' }),
  })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({
    code: 'validation_failed',
    message: 'You must provide either an email or phone number.',
  })
})
