import { afterAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { startSamlProvider } from './saml-provider'
import { createBrowser } from '../support/provider-browser'
import { APP, readLanding } from '../support/provider-sign-in'

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const idp = await startSamlProvider({
  ada: { nameId: 'ada-0001', attributes: { email: 'Ada@label.example', displayName: 'Ada of the label' } },
  // The same person after the company changed the email.
  married: { nameId: 'ada-0001', attributes: { email: 'ada.new@label.example' } },
  entra: {
    nameId: 'entra-0001',
    attributes: {
      [`${CLAIMS}/emailaddress`]: 'eve@label.test',
      [`${CLAIMS}/givenname`]: 'Eve',
      [`${CLAIMS}/surname`]: 'Entra',
    },
  },
  google: { nameId: 'gus@label.example', attributes: { mail: ['other@elsewhere.example', 'x'] } },
  passing: { nameId: 'AAdzZWNyZXQx', format: TRANSIENT, attributes: { mail: 'pat@label.example' } },
  passingAgain: { nameId: 'BBdzZWNyZXQx', format: TRANSIENT, attributes: { mail: 'pat@label.example' } },
  old: { nameId: 'old@label.example', with: 'its old key' },
  both: { nameId: 'both@label.example', signs: 'both' },
  bob: { nameId: 'bob@elsewhere.example' },
  shy: { nameId: 'shy-0001', attributes: { displayName: 'Shy', email: 'no address' } },
  mara: { nameId: 'mara-0001', attributes: { email: getPersonEmail('mara') } },
})
const id = '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6072'
const named = '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6073'
const { entityId, signInUrl, certificates } = idp
const company = { kind: 'saml' as const, entityId, signInUrl, certificates }
const app = await startTestApp({
  auth: {
    sso: [
      { ...company, id, domains: ['label.example', 'label.test', 'backtoback.example'] },
      {
        ...company,
        id: named,
        domains: ['named.example'],
        emailAttribute: 'work address',
        nameAttribute: 'called',
      },
    ],
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
idp.meet(await (await fetch(`${address}/auth/v1/sso/saml/metadata`)).text())
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

async function goBySaml(
  as: string,
  {
    by = { domain: 'label.example' },
    flowType = 'implicit',
  }: { by?: { domain: string } | { providerId: string }; flowType?: 'implicit' | 'pkce' } = {},
) {
  const ip = app.someAddress()
  const { client } = createAuthClient(address, { ip, flowType })
  const { data, error } = await client.signInWithSSO({ ...by, options: { redirectTo: APP } })
  expect(error).toBeNull()
  const page = await createBrowser(address, { ip }).open(data?.url ?? '', { as })
  const landing = readLanding(page.url)
  expect(landing.at).toBe(APP)
  return {
    client,
    landing,
    me: () => fetchMe(address, { access_token: landing.fragment['access_token'] ?? '' }),
  }
}

test('A-08 SAML sign-in by domain starts a session', async () => {
  const { landing, me } = await goBySaml('ada', { by: { domain: 'Label.example' } })
  expect(await me()).toMatchObject({
    email: 'ada@label.example',
    isEmailVerified: true,
    fullName: 'Ada of the label',
  })
  const { access_token = '', refresh_token = '' } = landing.fragment
  const { data } = await createAuthClient(address).client.setSession({ access_token, refresh_token })
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', `sso:${id}`])
  const { amr } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(amr).toMatchObject([{ method: 'sso/saml' }])
})

test('A-08 SAML sign-in by the id of the provider, with a challenge, starts a session', async () => {
  const { client, landing } = await goBySaml('ada', { by: { providerId: id }, flowType: 'pkce' })
  const { data, error } = await client.exchangeCodeForSession(landing.code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe('ada@label.example')
})

test('A-08 a returning person is recognized by the persistent SAML name id', async () => {
  const before = await (await goBySaml('ada')).me()
  expect(before).toMatchObject({ email: 'ada@label.example' })
  expect(await (await goBySaml('married')).me()).toEqual(before)
})

test('A-08 SAML sign-in is linked to the account with the verified email', async () => {
  expect(await (await goBySaml('mara')).me()).toMatchObject({ id: getPersonId('mara') })
})

test.each([
  ['entra', 'eve@label.test', 'Eve Entra'],
  ['google', 'gus@label.example', undefined],
  ['old', 'old@label.example', undefined],
  ['both', 'both@label.example', undefined],
])('A-08 SAML sign-in accepts the attributes of %s', async (as, email, name) => {
  expect(await (await goBySaml(as)).me()).toMatchObject({ email, ...(name && { fullName: name }) })
})

test('A-08 a transient SAML name id is not stored', async () => {
  const first = await (await goBySaml('passing')).me()
  expect(await (await goBySaml('passingAgain')).me()).toEqual(first)
  const kept = await db
    .selectFrom('identities')
    .innerJoin('accounts as a', 'a.id', 'identities.user_id')
    .select('provider_id')
    .where('a.email', '=', 'pat@label.example')
    .execute()
  expect(kept).toEqual([{ provider_id: 'pat@label.example' }])
})

test('A-08 SAML sign-in accepts only emails of the company’s own domains', async () => {
  expect((await goBySaml('bob')).landing.fragment).toMatchObject({
    error_code: 'validation_failed',
    error_description: 'That email address does not belong to label.example.',
  })
  expect((await goBySaml('shy')).landing.fragment).toMatchObject({
    error: 'access_denied',
    error_code: 'saml_assertion_no_email',
  })
  // If the operator has configured the email's attribute, an email in any other attribute is ignored.
  expect((await goBySaml('ada', { by: { providerId: named } })).landing.fragment).toMatchObject({
    error_code: 'saml_assertion_no_email',
  })
  expect(await db.selectFrom('accounts').where('email', 'like', '%elsewhere%').selectAll().execute()).toEqual(
    [],
  )
})

test('A-08 cancelling at the company’s SAML sign-in shows an error', async () => {
  expect((await goBySaml('nobody')).landing.fragment).toMatchObject({
    error: 'access_denied',
    error_description: 'You canceled signing in with label.example.',
  })
})

test('A-08 the sign-in page redirects to the identity provider of the typed email’s company, with the email as a hint', async () => {
  const browser = createBrowser(address)
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'x-forwarded-for': app.someAddress(),
        cookie: browser.cookie(),
      },
      body: JSON.stringify(body),
    })
    browser.keep(answer)
    return answer.json()
  }
  const { url } = await call('/auth/sso/start', { email: 'ada@label.example', next: '/customer' })
  expect(url.startsWith(`${signInUrl}&`)).toBe(true)
  const landing = readLanding((await browser.open(url, { as: 'ada' })).url)
  expect(idp.asked.at(-1)?.get('login_hint')).toBe('ada@label.example')
  expect(landing).toMatchObject({ at: 'http://localhost:3000/auth/callback', query: { next: '/customer' } })
  const finished = await call('/auth/providers/finish', { code: landing.code, next: '/customer' })
  expect(finished).toMatchObject({ me: { email: 'ada@label.example' } })
})

test('A-08 the SAML metadata of this site can be downloaded', async () => {
  const answer = await fetch(`${address}/auth/v1/sso/saml/metadata?download=true`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const text = await answer.text()
  expect(text).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"')
  expect(text).toContain('Location="http://localhost:3000/auth/v1/sso/saml/acs"')
  expect(text).toContain('WantAssertionsSigned="true"')
  expect(await (await fetch(`${address}/auth/v1/sso/saml/metadata`)).text()).toBe(text)
})

test('A-08 a site without a SAML company serves no SAML metadata', async () => {
  const other = await startTestApp()
  for (const [path, method] of [
    ['metadata', 'GET'],
    ['acs', 'POST'],
  ] as const) {
    const answer = await fetch(`${other.address}/auth/v1/sso/saml/${path}`, { method })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'saml_provider_disabled' })
  }
  await other.stop()
})
