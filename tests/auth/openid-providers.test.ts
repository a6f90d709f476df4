import { afterAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { APP, goByProvider, readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  ada: {
    email: 'Ada@Elsewhere.example',
    email_verified: true,
    name: 'Ada  Lovelace',
    picture: 'https://x.example/a.png',
  },
  mara: { email: getPersonEmail('mara'), email_verified: true, name: 'Mara there' },
  liar: { email: getPersonEmail('juno'), email_verified: false, name: 'Not Juno' },
  blank: { name: 'No Address' },
  taker: { email: 'opened-by-a-stranger@elsewhere.example', email_verified: true },
  guest: { email: 'let-in@elsewhere.example', email_verified: true },
  twin: { email: 'twin@elsewhere.example', email_verified: true },
})
const auth = {
  google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
  oidc: { label: { ...CLIENT, issuer: idp.issuer, label: 'The label', appClientIds: [] } },
  redirects: ['https://app.example/**', 'backtoback://done'],
}
const app = await startTestApp({ auth })
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

const accountOf = (email: string) =>
  db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

test('A-08 a new person becomes a customer with a verified email, and the app gets tokens in the fragment', async () => {
  const { landing, client, notified } = await goByProvider(app, { as: 'ada' })
  expect(landing).toMatchObject({
    at: APP,
    query: {},
    fragment: { token_type: 'bearer', expires_in: '3600' },
  })
  const { access_token = '', refresh_token = '' } = landing.fragment
  const { data, error } = await client.setSession({ access_token, refresh_token })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: 'ada@elsewhere.example',
    app_metadata: { providers: ['email', 'google'], roles: ['customer'] },
    user_metadata: { full_name: 'Ada Lovelace' },
    identities: [
      { provider: 'email' },
      { provider: 'google', id: 'ada', identity_data: { sub: 'ada', email_verified: true, iss: idp.issuer } },
    ],
  })
  expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
  expect(await fetchMe(address, data.session)).toMatchObject({ email: 'ada@elsewhere.example' })
  expect(notified).toContain('SIGNED_IN')
  const { data: claims } = await client.getClaims()
  expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
})

test('A-08 with PKCE, the redirect has a code that only the app can exchange, once', async () => {
  const { landing, client, notified } = await goByProvider(app, { as: 'ada', flowType: 'pkce' })
  expect(landing.fragment).toEqual({})
  const thief = createAuthClient(address, { flowType: 'pkce' })
  await thief.client.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
  const { data, error } = await client.exchangeCodeForSession(landing.code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe('ada@elsewhere.example')
  expect(notified).toContain('SIGNED_IN')
  expect(await thief.client.exchangeCodeForSession(landing.code)).toMatchObject({
    error: { code: 'flow_state_not_found', status: 404 },
  })
  expect(
    await db.selectFrom('accounts').select('id').where('email', '=', 'ada@elsewhere.example').execute(),
  ).toHaveLength(1)
})

test('A-08 a provider code is invalid without its verifier, after a failed exchange, and after five minutes', async () => {
  const first = await goByProvider(app, { as: 'ada', flowType: 'pkce' })
  const thief = createAuthClient(address, { flowType: 'pkce' })
  await thief.client.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect(await thief.client.exchangeCodeForSession(first.landing.code)).toMatchObject({
    error: { code: 'bad_code_verifier', status: 400 },
  })
  expect(await first.client.exchangeCodeForSession(first.landing.code)).toMatchObject({
    error: { code: 'flow_state_not_found' },
  })
  const second = await goByProvider(app, { as: 'ada', flowType: 'pkce' })
  await db
    .updateTable('auth_codes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await second.client.exchangeCodeForSession(second.landing.code)).toMatchObject({
    error: { code: 'flow_state_expired', status: 403 },
  })
})

test('A-08 the account with this verified email is linked, and its owner notified', async () => {
  const { landing } = await goByProvider(app, { as: 'mara', provider: 'label' as 'google' })
  const me = await fetchMe(address, { access_token: landing.fragment['access_token'] ?? '' })
  expect(me).toMatchObject({ id: getPersonId('mara') })
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', getPersonId('mara'))
    .execute()
  expect(rows).toMatchObject([{ provider: 'label', provider_id: 'mara' }])
})

test('A-08 an email that the provider did not verify opens no account', async () => {
  for (const as of ['liar', 'blank']) {
    const { landing } = await goByProvider(app, { as })
    expect(landing.fragment).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    })
    expect(landing.fragment['access_token']).toBeUndefined()
  }
  expect(
    await db.selectFrom('identities').select('id').where('provider_id', 'in', ['liar', 'blank']).execute(),
  ).toEqual([])
})

test('A-08 when the owner of an email signs in, the creator of an unverified account with it loses access', async () => {
  const email = 'opened-by-a-stranger@elsewhere.example'
  const opened = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
    body: JSON.stringify({ fullName: 'A stranger', email, password: 'waiting for the owner' }),
  })
  expect(opened.status).toBe(200)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { landing } = await goByProvider(app, { as: 'taker' })
  expect(await fetchMe(address, { access_token: landing.fragment['access_token'] ?? '' })).toMatchObject({
    email,
  })
  expect(await (await fetch(`${address}/api/v1/me`, { headers: { cookie } })).json()).toBeNull()
  const stranger = createAuthClient(address, { ip: app.someAddress() }).client
  expect(await stranger.signInWithPassword({ email, password: 'waiting for the owner' })).toMatchObject({
    error: { code: 'invalid_credentials' },
  })
  expect(await accountOf(email)).toMatchObject({ password_hash: null, email_verified_at: expect.any(Date) })
})

test('A-08 a new person who signs in with six browsers simultaneously gets one account', async () => {
  const came = await Promise.all(Array.from({ length: 6 }, () => goByProvider(app, { as: 'twin' })))
  const people = await Promise.all(
    came.map(({ landing }) => fetchMe(address, { access_token: landing.fragment['access_token'] ?? '' })),
  )
  expect(people.map((person) => person?.email)).toEqual(
    Array.from({ length: 6 }, () => 'twin@elsewhere.example'),
  )
  const rows = await db.selectFrom('identities').select('user_id').where('provider_id', '=', 'twin').execute()
  expect(rows).toHaveLength(1)
})

test('A-08 an invitation makes the new person a member; an invalid one creates no account', async () => {
  const code = 'PROVIDE1'
  await db
    .insertInto('invitations')
    .values({ code, created_by: getPersonId('mara') })
    .execute()
  const wrong = await goByProvider(app, { as: 'guest', queryParams: { invitation_code: 'NOSUCH00' } })
  expect(wrong.landing.fragment).toMatchObject({ error_description: 'Invalid or expired invitation code' })
  expect(await accountOf('let-in@elsewhere.example')).toBeUndefined()
  const { landing } = await goByProvider(app, { as: 'guest', queryParams: { invitation_code: code } })
  const me = await fetchMe(address, { access_token: landing.fragment['access_token'] ?? '' })
  expect(me).toMatchObject({ roles: ['user'], isEmailVerified: true })
})

test('A-08 only scopes and a few parameters of the app are passed to the provider', async () => {
  const { browser } = await goByProvider(app, {
    as: 'ada',
    scopes: 'calendar',
    queryParams: {
      prompt: 'login',
      login_hint: 'ada',
      redirect_uri: 'https://evil.example/',
      client_id: 'other',
    },
  })
  const there = new URL(browser.visited.find((url) => url.startsWith(`${idp.issuer}/auth?`)) ?? '')
  expect(Object.fromEntries(there.searchParams)).toMatchObject({
    client_id: CLIENT.clientId,
    redirect_uri: 'http://localhost:3000/auth/v1/callback',
    scope: 'openid email profile calendar',
    prompt: 'login',
    login_hint: 'ada',
    code_challenge_method: 'S256',
  })
})

test('A-08 only an app that requested scopes gets the provider’s token', async () => {
  const plain = await goByProvider(app, { as: 'ada', flowType: 'pkce' })
  const without = await plain.client.exchangeCodeForSession(plain.landing.code)
  expect(without.data.session?.provider_token).toBeUndefined()
  const { client, landing } = await goByProvider(app, { as: 'ada', flowType: 'pkce', scopes: 'calendar' })
  const { data } = await client.exchangeCodeForSession(landing.code)
  const token = data.session?.provider_token ?? ''
  const there = await fetch(`${idp.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await there.json()).toMatchObject({ sub: 'ada' })
  const kept = JSON.stringify(await db.selectFrom('identities').selectAll().execute())
  expect(kept).not.toContain(token)
  const implicit = await goByProvider(app, { as: 'ada', scopes: 'calendar' })
  expect(implicit.landing.fragment['provider_token']).toMatch(/^[\w-]{20,}$/)
})

test('A-08 cancelling at the provider returns to the app with an error', async () => {
  const { landing } = await goByProvider(app, { as: 'nobody', flowType: 'pkce' })
  expect(landing).toMatchObject({
    at: APP,
    query: { error: 'access_denied', error_code: 'bad_oauth_callback' },
  })
  expect(landing.query['error_description']).toBe('You canceled signing in with Google.')
})

test('A-08 a provider that does not respond within five seconds causes an error', async () => {
  expect(app.providerPatienceMs).toBe(5000)
  const hasty = await startTestApp({ auth, providerPatienceMs: 500, on: app })
  const browser = createBrowser(hasty.address)
  const start = `http://localhost:3000/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(APP)}`
  let there = ''
  // The first call requests the provider's configuration, which takes longer than the timeout on a busy machine.
  await expect
    .poll(async () => (there = (await browser.send(start)).headers.get('location') ?? ''))
    .toContain(`${idp.issuer}/auth?`)
  const state = new URL(there).searchParams.get('state') ?? ''
  // Accepts the request and never answers, so that only the timeout ends it.
  idp.mood.isSilent = true
  const page = await browser.open(
    `http://localhost:3000/auth/v1/callback?state=${state}&code=x&iss=${idp.issuer}`,
  )
  idp.mood.isSilent = false
  expect(readLanding(page.url).fragment).toMatchObject({
    error: 'temporarily_unavailable',
    error_code: 'request_timeout',
    error_description: 'Google isn’t responding right now. Try again in a moment.',
  })
  await hasty.stop()
})

test('A-08 an unknown provider and an invalid challenge are refused with the codes of the protocol', async () => {
  for (const search of ['provider=facebook', '', 'provider=sso:x', 'provider=google&code_challenge=short'])
    expect(
      await (await fetch(`${address}/auth/v1/authorize?${search}`, { redirect: 'manual' })).json(),
    ).toMatchObject({
      code: 'validation_failed',
    })
  const settings = await (await fetch(`${address}/auth/v1/settings`)).json()
  expect(settings).toMatchObject({ external: { google: true, label: true } })
})
