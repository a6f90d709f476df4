import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { APP, goByProvider, readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  ada: { email: 'ada@elsewhere.example', email_verified: true },
  eve: { email: 'eve@elsewhere.example', email_verified: true },
})
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    redirects: ['https://app.example/**', 'backtoback://done'],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

const START = 'http://localhost:3000/auth/v1/authorize?provider=google'
const OWN_PAGE = 'http://localhost:3000/auth/callback'

/** Signs in at the provider, and stops before the callback. */
async function signInUntilCallback(as: string, browser = createBrowser(address, { ip: app.someAddress() })) {
  let step = await browser.send(`${START}&redirect_to=${encodeURIComponent(APP)}`)
  for (;;) {
    const location = step.headers.get('location')
    if (location !== null && new URL(location, step.url).pathname === '/auth/v1/callback')
      return { browser, back: location }
    step =
      location === null
        ? await browser.send(step.url, { form: { person: as } })
        : await browser.send(new URL(location, step.url).href)
  }
}

test('A-08 login CSRF: the callback of another person’s sign-in starts no session in this browser', async () => {
  const eve = await signInUntilCallback('eve')
  const victim = createBrowser(address, { ip: app.someAddress() })
  // The victim may have a pending flow, too.
  await victim.send(START)
  const page = await victim.open(eve.back)
  expect(readLanding(page.url)).toMatchObject({
    at: OWN_PAGE,
    query: { error_code: 'bad_oauth_state' },
    fragment: {},
  })
  expect(
    await db.selectFrom('accounts').select('id').where('email', '=', 'eve@elsewhere.example').execute(),
  ).toEqual([])
  // The failed attempt did not use up the callback.
  expect(readLanding((await eve.browser.open(eve.back)).url).fragment).toHaveProperty('access_token')
})

test('A-08 a provider’s callback works once', async () => {
  const { browser, back } = await signInUntilCallback('ada')
  const both = await Promise.all([browser.open(back), browser.open(back)])
  const landed = both.map(({ url }) => readLanding(url).fragment)
  expect(landed.filter((fragment) => fragment['access_token'] !== undefined)).toHaveLength(1)
  expect(landed.filter((fragment) => fragment['error_code'] === 'bad_oauth_state')).toHaveLength(1)
  expect(readLanding((await browser.open(back)).url).query).toMatchObject({ error_code: 'bad_oauth_state' })
})

test('A-08 a provider’s code from another sign-in is refused', async () => {
  const eve = await signInUntilCallback('eve')
  const ada = await signInUntilCallback('ada')
  const mixed = new URL(ada.back)
  mixed.searchParams.set('code', new URL(eve.back).searchParams.get('code') ?? '')
  const page = await ada.browser.open(mixed.href)
  expect(readLanding(page.url).fragment).toMatchObject({ error_code: 'bad_oauth_callback' })
})

test('A-08 a callback with an unknown, a missing or an expired state is refused', async () => {
  const browser = createBrowser(address)
  for (const search of ['', 'state=x&code=y', `state=${'a'.repeat(43)}&code=y`]) {
    const page = await browser.open(`http://localhost:3000/auth/v1/callback?${search}`)
    expect(readLanding(page.url)).toMatchObject({ at: OWN_PAGE, query: { error_code: 'bad_oauth_state' } })
  }
  const late = await signInUntilCallback('ada')
  await db
    .updateTable('sign_in_flows')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute()
  const page = await late.browser.open(late.back)
  expect(readLanding(page.url).fragment).toMatchObject({ error_code: 'flow_state_expired' })
})

test('A-08 a response from another issuer is refused', async () => {
  const { browser, back } = await signInUntilCallback('ada')
  const other = new URL(back)
  other.searchParams.set('iss', 'https://accounts.google.com')
  expect(readLanding((await browser.open(other.href)).url).fragment).toMatchObject({
    error_code: 'bad_oauth_callback',
  })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  'javascript:alert(1)',
  'https://app.example.evil.example/welcome',
  'https://app.example@evil.example/welcome',
  'data:text/html,x',
])('A-08 signing in with a provider never redirects to %s', async (redirectTo) => {
  const { landing } = await goByProvider(app, { as: 'ada', redirectTo })
  expect(landing.at).toBe('http://localhost:3000/')
})

test('A-08 a redirect to a custom URL scheme is allowed only if the operator lists it', async () => {
  const { page } = await goByProvider(app, { as: 'ada', redirectTo: 'backtoback://done' })
  expect(page.url).toMatch(/^backtoback:\/\/done\/?#access_token=/)
})

test('A-08 the cookie of a provider flow is HttpOnly and SameSite, and its tokens are not stored', async () => {
  const browser = createBrowser(address)
  const first = await browser.send(START)
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^b2b_flow=[\w-]{43}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Lax$/),
  ])
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.headers.get('referrer-policy')).toBe('no-referrer')
  const state = new URL(first.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const rows = JSON.stringify(await db.selectFrom('sign_in_flows').selectAll().execute())
  expect(rows).not.toContain(state)
  for (const { value } of browser.jar.values()) expect(rows).not.toContain(value)
})

test('A-08 a suspended person gets the error user_banned from a provider, with and without PKCE', async () => {
  const known = await goByProvider(app, { as: 'ada' })
  expect(known.landing.fragment).toHaveProperty('access_token')
  const hour = new Date(Date.now() + 3_600_000)
  await db
    .updateTable('accounts')
    .set({ suspended_until: hour })
    .where('email', '=', 'ada@elsewhere.example')
    .execute()
  const implicit = await goByProvider(app, { as: 'ada' })
  expect(implicit.landing.fragment).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  const pkce = await goByProvider(app, { as: 'ada', flowType: 'pkce' })
  expect(await pkce.client.exchangeCodeForSession(pkce.landing.code)).toMatchObject({
    error: { code: 'user_banned' },
  })
})

test.each([
  ['prompt=%00', 302],
  ['login_hint=%ED%A0%80', 302],
  ['scopes=%00%20a%27b', 302],
  ['invitation_code=%00', 400],
  ['code_challenge=%00', 400],
  ['redirect_to=%00', 302],
  [`redirect_to=${'x'.repeat(3000)}`, 302],
])('A-08 unusual characters do no harm: %s', async (search, status) => {
  const step = await createBrowser(address, { ip: app.someAddress() }).send(`${START}&${search}`)
  expect(step.status).toBe(status)
})

test('A-08 unusual bodies are refused with a message', async () => {
  const odd = [
    null,
    [],
    'x',
    { auth_code: 1 },
    { id_token: '\u0000', provider: '\u0000' },
    { domain: '\u0000' },
  ]
  for (const path of ['token?grant_type=pkce', 'token?grant_type=id_token', 'sso'])
    for (const body of odd) {
      const answer = await fetch(`${address}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
      expect([400, 404]).toContain(answer.status)
      expect(await answer.json()).toMatchObject({
        code: expect.any(String),
        message: expect.stringMatching(/\w{3}/),
      })
    }
})
