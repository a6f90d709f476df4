import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'

const idp = await startIdentityProvider({})
const app = await startTestApp({
  auth: { google: { ...CLIENT, issuer: idp.issuer, appClientIds: ['the-app-on-phones'] } },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

const ada = { sub: 'ada', email: 'ada@elsewhere.example', email_verified: true, name: 'Ada' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const newClient = () => createAuthClient(address, { ip: app.someAddress() })

async function refusalOf(token: string, more: { nonce?: string; access_token?: string } = {}) {
  const { data, error } = await newClient().client.signInWithIdToken({ provider: 'google', token, ...more })
  expect(data.session).toBeNull()
  return { code: error?.code, message: error?.message }
}

test('A-08 an id token of the provider signs the person in, for any of our clients, with its nonce', async () => {
  const { client, notified } = newClient()
  const nonce = 'once and never again'
  const token = await idp.idToken({ ...ada, nonce: sha256(nonce), aud: 'the-app-on-phones' })
  const { data, error } = await client.signInWithIdToken({ provider: 'google', token, nonce })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: 'ada@elsewhere.example',
    app_metadata: { providers: ['email', 'google'] },
  })
  expect(await fetchMe(address, data.session)).toMatchObject({ email: 'ada@elsewhere.example' })
  expect(notified).toContain('SIGNED_IN')
  const again = await newClient().client.signInWithIdToken({
    provider: 'google',
    token: await idp.idToken(ada),
  })
  expect(again.data.user?.id).toBe(data.user?.id)
})

test('A-08 a missing or different nonce is refused', async () => {
  const with_ = await idp.idToken({ ...ada, nonce: sha256('right') })
  const both = 'Passed nonce and nonce in id_token should either both exist or not.'
  expect(await refusalOf(with_)).toEqual({ code: 'validation_failed', message: both })
  expect(await refusalOf(await idp.idToken(ada), { nonce: 'right' })).toEqual({
    code: 'validation_failed',
    message: both,
  })
  expect(await refusalOf(with_, { nonce: 'wrong' })).toEqual({
    code: 'validation_failed',
    message: 'Nonces mismatch',
  })
  // The token contains the hash of the nonce, so knowing the hash, but not the nonce, is not enough.
  expect(await refusalOf(with_, { nonce: sha256('right') })).toMatchObject({ message: 'Nonces mismatch' })
})

test('A-08 tokens with a wrong audience, issuer, expiry or signature are refused', async () => {
  const { privateKey: strange } = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1000)
  expect(await refusalOf(await idp.idToken({ ...ada, aud: 'another-shop' }))).toMatchObject({
    code: 'unexpected_audience',
  })
  expect(await refusalOf(await idp.idToken({ ...ada, aud: [CLIENT.clientId, 'x'], azp: 'x' }))).toMatchObject(
    {
      message: 'Unacceptable audience in id_token',
    },
  )
  expect(await refusalOf(await idp.idToken({ ...ada, iss: 'https://evil.example' }))).toMatchObject({
    message: 'Unacceptable issuer in id_token',
  })
  expect(await refusalOf(await idp.idToken(ada, { seconds: -60 }))).toMatchObject({
    message: expect.stringContaining('expired'),
  })
  expect(await refusalOf(await idp.idToken(ada, { key: strange }))).toMatchObject({ message: 'Bad ID token' })
  expect(await refusalOf(await idp.idToken(ada, { header: { kid: 'unknown' } }))).toMatchObject({
    message: 'Bad ID token',
  })
  const claims = { ...ada, iss: idp.issuer, aud: CLIENT.clientId }
  const unsigned = new UnsecuredJWT(claims)
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .encode()
  expect(await refusalOf(unsigned)).toMatchObject({ message: 'Bad ID token' })
  // Key confusion: HS256 with the client secret is refused, because only the provider's public key may verify a
  // token.
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'the only one' })
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(new TextEncoder().encode(CLIENT.clientSecret))
  expect(await refusalOf(confused)).toMatchObject({ message: 'Bad ID token' })
  expect(await refusalOf('not.a.token')).toMatchObject({ code: 'validation_failed' })
  expect(await db.selectFrom('identities').select('id').where('provider_id', '!=', 'ada').execute()).toEqual(
    [],
  )
})

test('A-08 an access token sent along must match the id token', async () => {
  const hash = createHash('sha256').update('their token').digest()
  const token = await idp.idToken({ ...ada, at_hash: hash.subarray(0, 16).toString('base64url') })
  expect(await refusalOf(token, { access_token: 'another token' })).toMatchObject({
    code: 'validation_failed',
  })
  const { data } = await newClient().client.signInWithIdToken({
    provider: 'google',
    token,
    access_token: 'their token',
  })
  expect(data.user?.email).toBe('ada@elsewhere.example')
})

test('A-08 refuses an unverified email, an unknown provider, and one without id tokens', async () => {
  const mara = { sub: 'mara', email: getPersonEmail('mara'), email_verified: false }
  expect(await refusalOf(await idp.idToken(mara))).toMatchObject({
    code: 'provider_email_needs_verification',
  })
  const token = await idp.idToken(ada)
  for (const provider of ['github', 'kakao'])
    expect(await newClient().client.signInWithIdToken({ provider, token })).toMatchObject({
      error: { code: 'validation_failed', status: 400 },
    })
  expect(await newClient().client.signInWithIdToken({ provider: 'apple', token })).toMatchObject({
    error: { code: 'provider_disabled', status: 400 },
  })
})

test('A-08 characters that PostgreSQL cannot store are removed from name and claims, and refused in the subject', async () => {
  for (const [n, bad] of ['\u0000', '\ud800'].entries()) {
    const person = { sub: `odd-${n}`, email: `odd-${n}@elsewhere.example`, email_verified: true }
    const token = await idp.idToken({ ...person, name: `A${bad}da`, picture: `https://x.example/${bad}.png` })
    const { data, error } = await newClient().client.signInWithIdToken({ provider: 'google', token })
    expect(error).toBeNull()
    expect(data.user?.user_metadata['full_name']).toMatch(/^A\ufffd?da$/)
    const named = await idp.idToken({ ...ada, sub: `odd${bad}` })
    expect(await refusalOf(named)).toMatchObject({ code: 'validation_failed' })
  }
})

test('A-08 linking with an id token needs a session and keeps it', async () => {
  const { client, notified } = newClient()
  await client.signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })
  const token = await idp.idToken({ sub: 'juno-there', email: 'juno@private.example', email_verified: true })
  const before = (await client.getSession()).data.session
  const { data, error } = await client.linkIdentity({ provider: 'google', token })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    id: getPersonId('juno'),
    app_metadata: { providers: ['email', 'google'] },
  })
  expect(data.session?.refresh_token).toBe(before?.refresh_token)
  expect(notified).toContain('USER_UPDATED')
  expect(await client.linkIdentity({ provider: 'google', token })).toMatchObject({
    error: { code: 'identity_already_exists', status: 422 },
  })
  const answer = await fetch(`${address}/auth/v1/token?grant_type=id_token`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'google', id_token: token, link_identity: true }),
  })
  expect(answer.status).toBe(401)
})

test('A-08 a provider that does not respond causes an error that allows a retry', async () => {
  const other = await startIdentityProvider({})
  const away = await startTestApp({
    auth: { google: { ...CLIENT, issuer: other.issuer, appClientIds: [] } },
    providerPatienceMs: 100,
  })
  // Accepts the request and never answers, so that only the timeout ends it.
  other.mood.isSilent = true
  const { error } = await createAuthClient(away.address).client.signInWithIdToken({
    provider: 'google',
    token: await other.idToken(ada),
  })
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 504 })
  await away.stop()
  await other.stop()
})
