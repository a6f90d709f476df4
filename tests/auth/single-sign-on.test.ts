import { afterAll, expect, test } from 'vitest'
import { findStoredProviderData, storeIdentity, startFlow } from '~/features/identity/server/providers/flow'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { APP, readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  // Companies seldom mark an email as verified, because they own the domain.
  ada: { email: 'ada@label.example', name: 'Ada of the label' },
  bob: { email: 'bob@elsewhere.example', email_verified: true },
  odd: { email: 'odd@label.example', email_verified: false },
})
const id = '0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071'
const app = await startTestApp({
  auth: {
    sso: [{ kind: 'oidc', id, domains: ['label.example', 'label.test'], issuer: idp.issuer, ...CLIENT }],
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

async function goBySso(
  by: { domain: string } | { providerId: string },
  as: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
) {
  const ip = app.someAddress()
  const { client } = createAuthClient(address, { ip, flowType })
  const { data, error } = await client.signInWithSSO({ ...by, options: { redirectTo: APP } })
  expect(error).toBeNull()
  const hop = data?.url ?? ''
  expect(hop).toMatch(/^http:\/\/localhost:3000\/auth\/v1\/authorize\/go\?state=/)
  const browser = createBrowser(address, { ip })
  const page = await browser.open(hop, { as })
  return { client, hop, landing: readLanding(page.url) }
}

test('A-08 single sign-on by domain starts a session with a verified email', async () => {
  const { landing } = await goBySso({ domain: 'Label.example' }, 'ada')
  const { access_token = '', refresh_token = '' } = landing.fragment
  expect(await fetchMe(address, { access_token })).toMatchObject({
    email: 'ada@label.example',
    isEmailVerified: true,
  })
  const { client } = createAuthClient(address)
  const { data } = await client.setSession({ access_token, refresh_token })
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', `sso:${id}`])
})

test('A-08 signs in by the id of a company’s provider, with a PKCE challenge', async () => {
  const { client, landing } = await goBySso({ providerId: id }, 'ada', 'pkce')
  const { data, error } = await client.exchangeCodeForSession(landing.code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe('ada@label.example')
})

test('A-08 single sign-on accepts only emails of the company’s own domains', async () => {
  expect((await goBySso({ domain: 'label.test' }, 'bob')).landing.fragment).toMatchObject({
    error_code: 'validation_failed',
    error_description: 'That email address does not belong to label.example.',
  })
  expect((await goBySso({ domain: 'label.example' }, 'odd')).landing.fragment).toMatchObject({
    error_code: 'provider_email_needs_verification',
  })
})

test('A-08 the sign-in URL that an app requests works only in the browser that opens it first', async () => {
  const { hop } = await goBySso({ domain: 'label.example' }, 'ada')
  const other = createBrowser(address, { ip: app.someAddress() })
  expect(readLanding((await other.open(hop, { as: 'ada' })).url)).toMatchObject({
    at: 'http://localhost:3000/auth/callback',
    query: { error_code: 'bad_oauth_state' },
  })
})

test('A-08 single sign-on refuses an unknown domain or id, both together, and neither', async () => {
  const { client } = createAuthClient(address, { ip: app.someAddress() })
  for (const by of [{ domain: 'nobody.example' }, { providerId: '0198a3c4-0000-7000-8000-000000000000' }])
    expect(await client.signInWithSSO(by)).toMatchObject({
      error: { code: 'sso_provider_not_found', status: 404 },
    })
  for (const body of [{}, { domain: 'label.example', provider_id: id }]) {
    const answer = await fetch(`${address}/auth/v1/sso`, { method: 'POST', body: JSON.stringify(body) })
    expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
  }
  const led = await fetch(`${address}/auth/v1/sso`, {
    method: 'POST',
    redirect: 'manual',
    body: JSON.stringify({ domain: 'label.example' }),
  })
  expect(led.status).toBe(303)
})

test('A-08 a response posted from the provider’s site works once, and only in the browser that started the flow', async () => {
  const provider = `sso:${id}`
  const context = {
    db,
    now: () => new Date(),
    config: { publicUrl: 'http://localhost:3000', mailFrom: 'hello@b2b.example', auth: NO_AUTH_FILE },
  }
  const browser = createBrowser(address, { ip: app.someAddress() })
  const half = 'a'.repeat(43)
  browser.jar.set('b2b_flow localhost:3000/', { host: 'localhost:3000', path: '/', value: half })
  const { state } = await startFlow(context, { provider, redirectTo: APP, browser: half })
  expect(await findStoredProviderData(context, { state, provider })).toEqual({})
  expect(await findStoredProviderData(context, { state, provider: 'sso:another' })).toBeUndefined()
  const proof = {
    provider,
    method: 'sso/saml' as const,
    subject: 'posted',
    email: 'posted@label.example',
    hasVerifiedEmail: true,
    claims: {},
  }
  expect(await storeIdentity(context, { state: 'b'.repeat(43), proof })).toBeUndefined()
  expect(
    await storeIdentity(context, { state, proof: { ...proof, provider: 'sso:another' } }),
  ).toBeUndefined()
  const hop = (await storeIdentity(context, { state, proof })) ?? ''
  expect(await storeIdentity(context, { state, proof: { ...proof, subject: 'another' } })).toBeUndefined()
  expect(await findStoredProviderData(context, { state, provider })).toBeUndefined()

  const stranger = await createBrowser(address, { ip: app.someAddress() }).open(hop)
  expect(readLanding(stranger.url).query).toMatchObject({ error_code: 'bad_oauth_state' })
  const { access_token = '' } = readLanding((await browser.open(hop)).url).fragment
  expect(await fetchMe(address, { access_token })).toMatchObject({ email: 'posted@label.example' })
  expect(readLanding((await browser.open(hop)).url).fragment).toMatchObject({ error_code: 'bad_oauth_state' })
  // The sign-in flow no longer contains the verified identity: it's now stored in the account.
  const flows = JSON.stringify(await db.selectFrom('sign_in_flows').select('payload').execute())
  expect(flows).not.toContain('posted@label.example')
})
