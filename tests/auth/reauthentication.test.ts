import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { codeIn, createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { addAuthenticator, codeOf, makeCodesReusable } from '../support/factors'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const idp = await startIdentityProvider({})
const google = { ...CLIENT, issuer: idp.issuer, appClientIds: [] }
const app = await startTestApp({ auth: { sms: texts.sms, google } })
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
  await texts.stop()
})
const post = createPostman(app.dataDir)

const PASSWORD = 'a password of today'
let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `ines${people}@sand.example`
})

async function signUp() {
  const made = createAuthClient(address, { ip: app.someAddress() })
  await made.client.signInWithOtp({ email })
  const token = codeIn(await post.next(email))
  const { data, error } = await made.client.verifyOtp({ email, token, type: 'email' })
  expect(error).toBeNull()
  expect((await made.client.updateUser({ password: PASSWORD })).error).toBeNull()
  await post.next(email)
  return { ...made, userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

/** Moves every authentication of this person's sessions 16 minutes into the past. */
const makeStale = (userId: string) =>
  sql`update sessions set amr = (select jsonb_agg(jsonb_set(shown, '{timestamp}',
    to_jsonb((shown->>'timestamp')::bigint - 16 * 60))) from jsonb_array_elements(amr) shown)
    where user_id = ${userId}`.execute(db)

const needed = { error: { code: 'reauthentication_needed', status: 400 } }
type Client = ReturnType<typeof createAuthClient>['client']

const changes: [string, (client: Client) => Promise<unknown>][] = [
  ['a password', (client) => client.updateUser({ password: 'another password' })],
  ['an email', (client) => client.updateUser({ email: `next${people}@sand.example` })],
  ['a phone', (client) => client.updateUser({ phone: `+4915300001${String(people).padStart(3, '0')}` })],
  ['a new factor', (client) => client.mfa.enroll({ factorType: 'totp' })],
  ['a passkey', (client) => client.passkey.startRegistration()],
  ['a linked identity', (client) => client.linkIdentity({ provider: 'google' })],
]

describe('A-08 a session that was last authenticated 16 minutes ago', () => {
  test.each(changes)('an old session needs reauthentication for %s', async (_name, change) => {
    const { client, userId } = await signUp()
    await makeStale(userId)
    expect(await change(client)).toMatchObject(needed)
    expect((await client.refreshSession()).error).toBeNull()
    expect(await change(client)).toMatchObject(needed)
    expect((await client.updateUser({ current_password: PASSWORD })).error).toBeNull()
    expect(await change(client)).toMatchObject({ error: null })
  })

  test('an old session needs reauthentication to link by id token, unlink, and remove a passkey', async () => {
    const { client, userId, token } = await signUp()
    const device = createAuthenticator()
    const { data } = await client.passkey.startRegistration()
    const made = await client.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: device.create(data?.options as never) as never,
    })
    await makeStale(userId)
    const passkeyId = made.data?.id ?? ''
    expect(await client.passkey.delete({ passkeyId })).toMatchObject(needed)
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${address}/auth/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': app.someAddress() },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, error: await answer.json() }
    }
    const idToken = { provider: 'google', id_token: 'x', link_identity: true }
    expect(await send('POST', '/token?grant_type=id_token', idToken)).toMatchObject({
      error: { code: 'reauthentication_needed' },
    })
    expect(await send('DELETE', `/user/identities/${userId}`)).toMatchObject({
      error: { code: 'reauthentication_needed' },
    })
  })

  test('an old session can still change user data, and send its unchanged email along', async () => {
    const { client, userId } = await signUp()
    await makeStale(userId)
    expect((await client.updateUser({ data: { theme: 'dark' }, email })).error).toBeNull()
  })

  test('an old session is reauthenticated by an emailed nonce, which works once', async () => {
    const { client, userId } = await signUp()
    await makeStale(userId)
    const password = 'another password'
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = codeIn(await post.next(email))
    const wrong = (by: number) => String((Number(nonce) + by) % 1_000_000).padStart(6, '0')
    expect((await client.updateUser({ password, nonce: wrong(1) })).error).toMatchObject({
      code: 'reauthentication_not_valid',
      status: 422,
    })
    expect((await client.updateUser({ password, nonce })).error).toBeNull()
    expect((await client.passkey.startRegistration()).error).toBeNull()

    await makeStale(userId)
    expect((await client.updateUser({ nonce })).error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('after five wrong nonces, the correct one is refused', async () => {
    const { client, userId } = await signUp()
    await makeStale(userId)
    await client.reauthenticate()
    const nonce = codeIn(await post.next(email))
    for (let by = 1; by <= 5; by += 1)
      await client.updateUser({ nonce: String((Number(nonce) + by) % 1_000_000).padStart(6, '0') })
    expect((await client.updateUser({ nonce })).error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('an emailed nonce does not reauthenticate an account with two-step verification', async () => {
    const { client, userId } = await signUp()
    const { factorId, secret } = await addAuthenticator(client)
    await makeStale(userId)
    await client.reauthenticate()
    const nonce = codeIn((await post.next(email), await post.next(email)))
    expect(await client.updateUser({ password: 'another password', nonce })).toMatchObject(needed)
    expect(await client.mfa.unenroll({ factorId })).toMatchObject(needed)
    await makeCodesReusable(db)
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test('an old session cannot finish adding a security key, but can remove it', async () => {
    const { client, userId } = await signUp()
    const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    await makeStale(userId)
    const factorId = data?.id ?? ''
    const asked = await client.mfa.challenge({
      factorId,
      webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] },
    })
    expect(asked).toMatchObject(needed)
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  })
})

test('A-08 the operator can turn reauthentication off; a current password that is sent must still be correct', async () => {
  const lax = await startTestApp({ auth: { reauthenticateForChanges: false } })
  try {
    const { client } = createAuthClient(lax.address)
    const { data } = await client.signInWithPassword({
      email: getPersonEmail('mara'),
      password: DEMO_PASSWORD,
    })
    await sql`update sessions set amr = '[]' where user_id = ${data.user?.id ?? ''}`.execute(lax.db)
    const wrong = await client.updateUser({ password: 'another password', current_password: 'wrong' })
    expect(wrong.error).toMatchObject({ code: 'current_password_invalid', status: 400 })
    expect((await client.updateUser({ password: 'another password' })).error).toBeNull()
  } finally {
    await lax.stop()
  }
})
