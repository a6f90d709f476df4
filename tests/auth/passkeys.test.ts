import { type RawBuilder, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { addAuthenticator, signIn } from '../support/factors'

const app = await startTestApp()
const { address, db } = app
afterAll(app.stop)

const stranger = () => createAuthClient(address, { ip: app.someAddress() })

type Made = ReturnType<typeof stranger>
type Device = ReturnType<typeof createAuthenticator>

/** Registers a passkey like the client's registerPasskey, but without the browser's dialog. */
async function register({ client }: Made, device: Device, trick: Parameters<Device['create']>[1] = {}) {
  const { data, error } = await client.passkey.startRegistration()
  if (error) return { data: null, error }
  const credential = device.create(data.options, trick)
  return client.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: credential as never,
  })
}

/** Signs in like the client's signInWithPasskey, but without the browser's dialog. */
async function show({ client }: Made, device: Device, trick: Parameters<Device['get']>[1] = {}) {
  const { data, error } = await client.passkey.startAuthentication()
  if (error) throw error
  const credential = device.get(data.options, trick)
  return client.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: credential as never,
  })
}

describe('A-08 a passkey', () => {
  test('a passkey belongs to one person and site, and signs in alone, as two factors', async () => {
    const owner = await signIn(app, 'mara')
    const started = await owner.client.passkey.startRegistration()
    expect(started.data?.options).toMatchObject({
      rp: { id: 'localhost', name: 'Back to Back' },
      user: { name: getPersonEmail('mara'), displayName: expect.any(String) },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect((started.data?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290)

    const device = createAuthenticator()
    const made = await register(owner, device)
    expect(made).toMatchObject({ data: { friendly_name: 'Passkey' }, error: null })
    const elsewhere = stranger()
    const { data, error } = await show(elsewhere, device)
    expect(error).toBeNull()
    expect(data?.user?.id).toBe(getPersonId('mara'))
    expect(elsewhere.notified).toContain('SIGNED_IN')
    expect(await fetchMe(address, data?.session ?? null)).toMatchObject({ email: getPersonEmail('mara') })
    const { data: claims } = await elsewhere.client.getClaims()
    expect(claims?.claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
  })

  test('signing in with a passkey needs no other factor', async () => {
    const owner = await signIn(app, 'juno')
    const device = createAuthenticator()
    await register(owner, device)
    await addAuthenticator(owner.client)
    const { data } = await show(stranger(), device)
    expect(await fetchMe(address, data?.session ?? null)).toMatchObject({ email: getPersonEmail('juno') })
    // A pending session can neither add a passkey nor list them.
    const half = await signIn(app, 'juno')
    const refused = { error: { code: 'insufficient_aal', status: 403 } }
    expect(await register(half, createAuthenticator())).toMatchObject(refused)
    expect(await half.client.passkey.list()).toMatchObject(refused)
  })

  test('a passkey is listed, renamed and removed by its owner only', async () => {
    const [owner, other] = [await signIn(app, 'jonas'), await signIn(app, 'temi')]
    const [first, second] = [createAuthenticator(), createAuthenticator()]
    const { data: made } = await register(owner, first)
    await register(owner, second)
    const passkeyId = made?.id ?? ''
    const names = async () => (await owner.client.passkey.list()).data?.map((one) => one.friendly_name)
    expect(await names()).toEqual(['Passkey', 'Passkey 2'])
    expect(await other.client.passkey.list()).toEqual({ data: [], error: null })
    const gone = { error: { code: 'webauthn_credential_not_found', status: 404 } }
    expect(await other.client.passkey.update({ passkeyId, friendlyName: 'Mine' })).toMatchObject(gone)
    expect(await other.client.passkey.delete({ passkeyId })).toMatchObject(gone)
    expect(await owner.client.passkey.delete({ passkeyId: newId() })).toMatchObject(gone)
    expect(await owner.client.passkey.update({ passkeyId, friendlyName: '  Laptop ' })).toMatchObject({
      data: { id: passkeyId, friendly_name: 'Laptop' },
    })
    expect(await owner.client.passkey.update({ passkeyId, friendlyName: ' ' })).toMatchObject({
      error: { code: 'validation_failed' },
    })
    await show(stranger(), first)
    expect((await owner.client.passkey.list()).data?.[0]).toMatchObject({
      last_used_at: expect.stringMatching(/^\d{4}-/),
    })
    expect(await owner.client.passkey.delete({ passkeyId })).toEqual({ data: null, error: null })
    expect(await names()).toEqual(['Passkey 2'])
    expect((await show(stranger(), first)).error).toMatchObject({ code: 'webauthn_verification_failed' })
    expect((await show(stranger(), second)).error).toBeNull()
  })

  test('a person can have at most ten passkeys', async () => {
    const owner = await signIn(app, 'sofia')
    for (let count = 0; count < 10; count++)
      expect((await register(owner, createAuthenticator())).error).toBeNull()
    expect((await register(owner, createAuthenticator())).error).toMatchObject({
      code: 'too_many_passkeys',
      status: 422,
    })
    const { data } = await owner.client.passkey.list()
    expect(data).toHaveLength(10)
  })
})

describe('A-08 invalid answers of passkeys', () => {
  const tricks = {
    'another site': { origin: 'https://evil.example' },
    'another port of this host': { origin: 'http://localhost:3001' },
    'another relying party': { rpId: 'evil.example' },
    'nobody unlocked it': { isVerified: false },
    'nobody touched it': { isVerified: false, isPresent: false },
    'another question': { challenge: Buffer.alloc(32, 7) },
  }
  const onlyAnswers = {
    'another key signed': { isForged: true },
    'the ceremony of making one': { type: 'webauthn.create' },
    'the handle of somebody else': { userHandle: Buffer.alloc(16, 9).toString('base64url') },
  }

  test.each(Object.entries(tricks))(
    'invalid passkey responses are refused at registration: %s',
    async (_name, trick) => {
      const owner = await signIn(app, 'nova')
      expect((await register(owner, createAuthenticator(), trick)).error).toMatchObject({
        code: 'webauthn_verification_failed',
        status: 400,
      })
      expect((await owner.client.passkey.list()).data).toEqual([])
    },
  )

  test('invalid passkey responses are refused at sign-in, and a valid one is accepted', async () => {
    const device = createAuthenticator()
    await register(await signIn(app, 'kestrel'), device)
    for (const [name, trick] of Object.entries({ ...tricks, ...onlyAnswers })) {
      const { error } = await show(stranger(), device, trick)
      expect([name, error?.code]).toEqual([name, 'webauthn_verification_failed'])
    }
    expect((await show(stranger(), device)).error).toBeNull()
  })

  test('a passkey counter that does not increase is refused, unless it is always 0', async () => {
    const device = createAuthenticator()
    await register(await signIn(app, 'ilse'), device)
    expect((await show(stranger(), device, { counter: 20 })).error).toBeNull()
    for (const counter of [20, 19, 0])
      expect((await show(stranger(), device, { counter })).error?.code).toBe('webauthn_verification_failed')
    expect((await show(stranger(), device, { counter: 21 })).error).toBeNull()
    const synced = createAuthenticator()
    await register(await signIn(app, 'ilse'), synced)
    expect((await show(stranger(), synced, { counter: 0 })).error).toBeNull()
    expect((await show(stranger(), synced, { counter: 0 })).error).toBeNull()
  })

  test('a passkey challenge can be used once, within five minutes, by the same person', async () => {
    const owner = await signIn(app, 'owen')
    const device = createAuthenticator()
    await register(owner, device)
    const { client } = stranger()
    const over = { error: { code: 'webauthn_challenge_not_found', status: 400 } }

    const { data: once } = await client.passkey.startAuthentication()
    const answer = {
      challengeId: once?.challenge_id ?? '',
      credential: device.get(once?.options ?? { challenge: '' }) as never,
    }
    const both = await Promise.all([1, 2, 3].map(() => client.passkey.verifyAuthentication(answer)))
    expect(both.map(({ error }) => error?.code ?? 'in').toSorted()).toEqual([
      'in',
      'webauthn_challenge_not_found',
      'webauthn_challenge_not_found',
    ])
    const { data: late } = await client.passkey.startAuthentication()
    await sql`update auth_challenges set expires_at = now() - interval '1 second' where id = ${late?.challenge_id}`.execute(
      db,
    )
    expect(
      await client.passkey.verifyAuthentication({
        challengeId: late?.challenge_id ?? '',
        credential: device.get(late?.options ?? { challenge: '' }) as never,
      }),
    ).toMatchObject(over)

    // Another person's challenge registers no passkey, and a registration challenge does not sign in.
    const { data: making } = await owner.client.passkey.startRegistration()
    const thief = await signIn(app, 'tom')
    const challengeId = making?.challenge_id ?? ''
    const credential = createAuthenticator().create(making?.options ?? { challenge: '' }) as never
    expect(await thief.client.passkey.verifyRegistration({ challengeId, credential })).toMatchObject(over)
    expect(
      await client.passkey.verifyAuthentication({
        challengeId,
        credential: device.get(making?.options ?? { challenge: '' }) as never,
      }),
    ).toMatchObject(over)
    expect(await owner.client.passkey.verifyRegistration({ challengeId, credential })).toMatchObject({
      error: null,
    })
  })

  test('a passkey belongs to one account, and does not sign in a suspended person', async () => {
    const device = createAuthenticator()
    await register(await signIn(app, 'customer'), device)
    const suspendUntil = (until: RawBuilder<Date> | null) =>
      db
        .updateTable('accounts')
        .set({ suspended_until: until })
        .where('id', '=', getPersonId('customer'))
        .execute()
    await suspendUntil(sql<Date>`now() + interval '1 hour'`)
    expect((await show(stranger(), device)).error).toMatchObject({ code: 'user_banned' })
    await suspendUntil(null)
    expect((await show(stranger(), device)).error).toBeNull()
    expect((await register(await signIn(app, 'moderator'), device)).error).toMatchObject({
      code: 'webauthn_credential_exists',
    })
  })

  test.each([{}, { credential: 7 }, { challenge_id: 'x', credential: { id: 'x' } }])(
    'malformed input such as %j is refused',
    async (body) => {
      const answer = await fetch(`${address}/auth/v1/passkeys/authentication/verify`, {
        method: 'POST',
        headers: { 'x-forwarded-for': app.someAddress() },
        body: JSON.stringify(body),
      })
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed'])
    },
  )
})
