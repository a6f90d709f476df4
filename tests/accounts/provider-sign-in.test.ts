import { afterAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  mara: { email: getPersonEmail('mara'), email_verified: true },
  juno: { email: 'juno@private.example' },
  ada: { email: 'ada@label.example' },
})
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    sso: [
      {
        kind: 'oidc',
        id: '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071',
        domains: ['label.example'],
        issuer: idp.issuer,
        ...CLIENT,
      },
    ],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

type Browser = ReturnType<typeof createBrowser>

async function call(browser: Browser, path: string, body?: object) {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
      origin: 'http://localhost:3000',
      cookie: browser.cookie(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  browser.keep(answer)
  return { status: answer.status, body: await answer.json() }
}

test('A-08 the list of sign-in methods contains the configured providers and single sign-on', async () => {
  const { body } = await call(createBrowser(address), '/auth/ways')
  expect(body).toMatchObject({
    providers: [{ name: 'google', label: 'Google' }],
    hasSso: true,
    captcha: null,
  })
})

test('A-08 signing in at a provider returns to our page with a session cookie', async () => {
  const browser = createBrowser(address)
  const { body } = await call(browser, '/auth/providers/start', {
    name: 'google',
    next: '/dashboard/network',
  })
  const landing = readLanding((await browser.open(body.url, { as: 'mara' })).url)
  expect(landing).toMatchObject({
    at: 'http://localhost:3000/auth/callback',
    query: { next: '/dashboard/network' },
  })
  expect(landing.fragment).toEqual({})
  const { code } = landing
  const other = createBrowser(address)
  await call(other, '/auth/providers/start', { name: 'google' })
  const copied = readLanding((await browser.open(body.url, { as: 'mara' })).url)
  expect(copied.query['error_code']).toBe('bad_oauth_state')
  const finished = await call(browser, '/auth/providers/finish', { code, next: landing.query['next'] })
  expect(finished.body).toMatchObject({ me: { id: getPersonId('mara') }, landingPath: '/dashboard/network' })
  expect((await call(browser, '/me')).body).toMatchObject({ id: getPersonId('mara') })
  expect((await call(browser, '/auth/providers/finish', { code })).status).toBe(410)
})

test('A-08 login CSRF: a provider code issued to another browser is refused', async () => {
  const [mine, theirs] = [createBrowser(address), createBrowser(address)]
  const begun = await call(theirs, '/auth/providers/start', { name: 'google' })
  const { code } = readLanding((await theirs.open(begun.body.url, { as: 'mara' })).url)
  expect((await call(mine, '/auth/providers/finish', { code })).status).toBe(410)
  await call(mine, '/auth/providers/start', { name: 'google' })
  expect((await call(mine, '/auth/providers/finish', { code })).status).toBe(410)
  expect((await call(mine, '/me')).body).toBeNull()
})

test('A-08 `next` leads only to our own pages', async () => {
  const browser = createBrowser(address)
  const { body } = await call(browser, '/auth/providers/start', { name: 'google', next: '//evil.example' })
  const landing = readLanding((await browser.open(body.url, { as: 'mara' })).url)
  expect(landing.query).not.toHaveProperty('next')
  const finished = await call(browser, '/auth/providers/finish', {
    code: landing.code,
    next: 'https://evil.example',
  })
  expect(finished.body).toMatchObject({ landingPath: '/dashboard' })
})

test('A-08 two-step verification is required after signing in with a provider', async () => {
  const factor = { user_id: getPersonId('mara'), kind: 'phone', phone: '+4930123456', status: 'verified' }
  await db.insertInto('auth_factors').values(factor).execute()
  const browser = createBrowser(address)
  const { body } = await call(browser, '/auth/providers/start', { name: 'google' })
  const { code } = readLanding((await browser.open(body.url, { as: 'mara' })).url)
  const finished = await call(browser, '/auth/providers/finish', { code, next: '/dashboard' })
  expect(finished.body).toEqual({ me: null, landingPath: '/auth/factor?next=%2Fdashboard' })
  await db.deleteFrom('auth_factors').execute()
})

test('A-08 a provider account can be linked and unlinked in the settings', async () => {
  const browser = createBrowser(address)
  browser.jar.set('b2b_session localhost:3000/', {
    host: 'localhost:3000',
    path: '/',
    value: (await app.signIn('juno')).split('=')[1] ?? '',
  })
  const { body } = await call(browser, '/account/identities/link', {
    name: 'google',
    next: '/dashboard/settings',
  })
  const landing = readLanding((await browser.open(body.url, { as: 'juno' })).url)
  expect(landing.query).toEqual({ next: '/dashboard/settings', linked: 'google' })
  const list = (await call(browser, '/account/identities')).body
  expect(list).toMatchObject({
    identities: [{ provider: 'google', label: 'Google', account: 'juno@private.example', canUnlink: true }],
    linkable: [],
  })
  const id = list.identities[0].id
  expect((await call(browser, '/account/identities/unlink', { id })).status).toBe(200)
  expect((await call(browser, '/account/identities/unlink', { id })).status).toBe(404)
  expect((await call(browser, '/account/identities')).body).toMatchObject({
    identities: [],
    linkable: [{ name: 'google' }],
  })
  expect((await call(createBrowser(address), '/account/identities')).status).toBe(401)
})

test('A-08 single sign-on starts from an email; unknown companies and providers are refused', async () => {
  const browser = createBrowser(address)
  const { body } = await call(browser, '/auth/sso/start', { email: 'ada@label.example', next: '/dashboard' })
  expect(new URL(body.url).searchParams.get('login_hint')).toBe('ada@label.example')
  const { code } = readLanding((await browser.open(body.url, { as: 'ada' })).url)
  expect((await call(browser, '/auth/providers/finish', { code })).body).toMatchObject({
    me: { email: 'ada@label.example' },
  })
  expect((await call(browser, '/auth/sso/start', { email: 'ada@nobody.example' })).body.code).toBe(
    'SSO_UNKNOWN',
  )
  for (const name of ['github', 'sso:0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071', '__proto__'])
    expect((await call(browser, '/auth/providers/start', { name })).body.code).toBe('PROVIDER_UNKNOWN')
  const wrong = await call(browser, '/auth/providers/start', {
    name: 'google',
    invitationCode: 'NOSUCH00',
  })
  expect(wrong.body).toMatchObject({ code: 'INVITATION_INVALID' })
})

test('A-08 the page says when a provider does not respond', { timeout: 20_000 }, async () => {
  const gone = await startIdentityProvider({})
  const away = await startTestApp({
    auth: { google: { ...CLIENT, issuer: gone.issuer, appClientIds: [] } },
  })
  await gone.stop()
  const answer = await fetch(`${away.address}/api/v1/auth/providers/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ name: 'google' }),
  })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'PROVIDER_TIMEOUT' })
  await away.stop()
})
