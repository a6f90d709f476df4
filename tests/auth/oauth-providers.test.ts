import { createHmac } from 'node:crypto'
import { exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { startPlainProviders } from './fake-oauth-providers'
import { goByProvider } from '../support/provider-sign-in'

const ours = await generateKeyPair('ES256', { extractable: true })
const clientSecret = 'a secret: with what needs % encoding'
const there = await startPlainProviders({ secret: clientSecret, publicKey: ours.publicKey })
const { issuer, answers, apple } = there
const known = { clientId: 'ours', clientSecret, issuer, appClientIds: [] }
const app = await startTestApp({
  auth: {
    github: known,
    discord: known,
    facebook: known,
    spotify: known,
    apple: {
      clientId: 'example.backtoback.web',
      teamId: 'TEAM123456',
      keyId: 'KEY1234567',
      privateKey: await exportPKCS8(ours.privateKey),
      appClientIds: [],
      issuer,
    },
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await there.stop()
})
beforeEach(() => {
  for (const path of Object.keys(answers)) delete answers[path]
  there.asked.length = 0
})

async function userOf(landing: Awaited<ReturnType<typeof goByProvider>>['landing']) {
  const { access_token = '', refresh_token = '' } = landing.fragment
  const { data } = await createAuthClient(address).client.setSession({ access_token, refresh_token })
  return data.user
}

const octocat = {
  login: 'octocat',
  id: 583231,
  node_id: 'MDQ6VXNlcjE=',
  avatar_url: 'https://github.com/images/error/octocat_happy.gif',
  type: 'User',
  name: 'monalisa octocat',
  // The profile's public email, which may belong to another person.
  email: 'somebody-else@elsewhere.example',
}

test('A-08 GitHub: uses the primary verified email of the list, not that of the profile', async () => {
  answers['/api/v3/user'] = octocat
  answers['/api/v3/user/emails'] = [
    { email: 'old@elsewhere.example', verified: true, primary: false, visibility: null },
    { email: 'Octocat@elsewhere.example', verified: true, primary: true, visibility: 'public' },
  ]
  const { landing } = await goByProvider(app, { as: '', provider: 'github' })
  expect(await userOf(landing)).toMatchObject({
    email: 'octocat@elsewhere.example',
    user_metadata: { full_name: 'monalisa octocat' },
    identities: [{}, { provider: 'github', id: '583231', identity_data: { user_name: 'octocat' } }],
  })
})

test('A-08 GitHub: creates no account without a verified email', async () => {
  answers['/api/v3/user'] = { ...octocat, id: 2, name: null }
  answers['/api/v3/user/emails'] = [
    { email: 'unconfirmed@elsewhere.example', verified: false, primary: true, visibility: null },
  ]
  const { landing } = await goByProvider(app, { as: '', provider: 'github' })
  expect(landing.fragment).toMatchObject({ error_code: 'provider_email_needs_verification' })
})

test('A-08 a person who has signed in with a provider before signs in again after changing their email there', async () => {
  answers['/api/v3/user'] = { ...octocat, id: 3 }
  answers['/api/v3/user/emails'] = [{ email: 'three@elsewhere.example', verified: true, primary: true }]
  const first = await userOf((await goByProvider(app, { as: '', provider: 'github' })).landing)
  answers['/api/v3/user/emails'] = [{ email: 'four@elsewhere.example', verified: false, primary: true }]
  const second = await userOf((await goByProvider(app, { as: '', provider: 'github' })).landing)
  expect(second?.id).toBe(first?.id)
  expect(second?.email).toBe('three@elsewhere.example')
})

test.each([
  [true, undefined],
  [false, 'provider_email_needs_verification'],
])('A-08 Discord: an email is accepted only if it is verified (%s)', async (verified, refusal) => {
  answers['/api/users/@me'] = {
    id: `8035111071${String(verified)}`,
    username: 'nelly',
    discriminator: '0',
    global_name: 'Nelly',
    avatar: '8342729096ea3675442027381ff50dfe',
    verified,
    email: `nelly-${verified}@elsewhere.example`,
  }
  const { landing } = await goByProvider(app, { as: '', provider: 'discord' })
  expect(landing.fragment['error_code']).toBe(refusal)
  if (verified) expect(await userOf(landing)).toMatchObject({ user_metadata: { full_name: 'Nelly' } })
})

test('A-08 Facebook: sends appsecret_proof, and creates no account without an email', async () => {
  answers['/v23.0/me'] = {
    id: '10158',
    name: 'Fay Book',
    email: 'fay@elsewhere.example',
    picture: { data: { height: 50, is_silhouette: false, url: 'https://x.example/fay.jpg', width: 50 } },
  }
  const { landing } = await goByProvider(app, { as: '', provider: 'facebook' })
  expect(await userOf(landing)).toMatchObject({ email: 'fay@elsewhere.example' })
  const question = there.asked.find(({ path }) => path === '/v23.0/me')
  const token = question?.headers.authorization?.replace('Bearer ', '') ?? ''
  const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
  expect(question?.search.get('appsecret_proof')).toBe(proof)
  answers['/v23.0/me'] = { id: '10159', name: 'Number Only' }
  expect((await goByProvider(app, { as: '', provider: 'facebook' })).landing.fragment).toMatchObject({
    error_code: 'provider_email_needs_verification',
  })
})

test('A-08 Spotify: its email is unverified, so it opens only linked accounts', async () => {
  answers['/v1/me'] = {
    id: 'smedjan',
    display_name: 'JM Wizzler',
    email: 'wizzler@elsewhere.example',
    images: [{ url: 'https://i.example/wizzler', height: 300, width: 300 }],
    type: 'user',
  }
  const { landing } = await goByProvider(app, { as: '', provider: 'spotify' })
  expect(landing.fragment).toMatchObject({ error_code: 'provider_email_needs_verification' })
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'mara@backtoback.example')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('identities')
    .values({ user_id: id, provider: 'spotify', provider_id: 'smedjan' })
    .execute()
  expect(await userOf((await goByProvider(app, { as: '', provider: 'spotify' })).landing)).toMatchObject({
    id,
  })
})

test('A-08 a provider that is busy or sends invalid data causes a clear error', async () => {
  const busy = await goByProvider(app, { as: '', provider: 'discord' })
  expect(busy.landing.fragment).toMatchObject({
    error: 'temporarily_unavailable',
    error_description: 'Discord isn’t responding right now. Try again in a moment.',
  })
  answers['/api/users/@me'] = { message: '401: Unauthorized', code: 0 }
  const odd = await goByProvider(app, { as: '', provider: 'discord' })
  expect(odd.landing.fragment).toMatchObject({
    error_code: 'bad_oauth_callback',
    error_description: 'Discord could not verify who you are. Start again.',
  })
})

test('A-08 Apple: the client secret is signed, the response is posted, and its name is stored once', async () => {
  apple.claims = {
    sub: '001999.abc.1234',
    email: 'x7@privaterelay.appleid.com',
    email_verified: 'true',
    is_private_email: 'true',
  }
  apple.user = JSON.stringify({
    name: { firstName: 'Ada\u0000', lastName: 'Lovelace' },
    email: 'forged@elsewhere.example',
  })
  const { landing, browser } = await goByProvider(app, { as: '', provider: 'apple' })
  expect(await userOf(landing)).toMatchObject({
    email: 'x7@privaterelay.appleid.com',
    user_metadata: { full_name: 'Ada Lovelace' },
    identities: [{}, { provider: 'apple', id: '001999.abc.1234' }],
  })
  // The person's name was in none of the URLs that the browser visited.
  expect(browser.visited.join(' ')).not.toContain('Lovelace')
  apple.user = undefined
  const again = await goByProvider(app, { as: '', provider: 'apple' })
  expect((await userOf(again.landing))?.user_metadata).toMatchObject({ full_name: 'Ada Lovelace' })
})

test('A-08 Apple: a posted response requires the browser that started the flow', async () => {
  apple.user = undefined
  const { browser } = await goByProvider(app, { as: '', provider: 'apple' })
  browser.jar.clear()
  const begun = await browser.send('http://localhost:3000/auth/v1/authorize?provider=apple')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  browser.jar.clear()
  const posted = await browser.send('http://localhost:3000/auth/v1/callback', {
    form: { state, code: 'x' },
    isForeign: true,
  })
  expect(posted.status).toBe(303)
  expect((await browser.open(posted.headers.get('location') ?? '')).url).toContain(
    'error_code=bad_oauth_state',
  )
})
