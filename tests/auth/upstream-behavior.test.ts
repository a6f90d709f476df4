import type { UserIdentity } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { codeIn, createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAdminProgram } from '../support/admin-program'
import { createAuthClient } from '../support/auth-client'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const app = await startTestApp({ auth: { sms: texts.sms, confirmEmail: false } })
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})
const post = createPostman(app.dataDir)
const { admin } = await createAdminProgram(app)
const PASSWORD = 'a password of today'
const newClient = () => createAuthClient(address, { ip: app.someAddress() }).client

const send = async (path: string, body: unknown) => {
  const answer = await fetch(`${address}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': app.someAddress() },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('A-08 without email confirmation', () => {
  test('without email confirmation, a sign-up counts as confirmed and sends no email', async () => {
    const email = 'auto@sand.example'
    const { data, error } = await newClient().signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
    expect(await post.unread(email)).toEqual([])
  })

  test('user metadata contains what the sign-up sent, without a name that we derived', async () => {
    const signUp = async (email: string, metadata: object) =>
      (await newClient().signUp({ email, password: PASSWORD, options: { data: metadata } })).data.user
        ?.user_metadata
    expect(await signUp('bare@sand.example', { theme: 'dark' })).toEqual({ theme: 'dark' })
    const named = { full_name: 'Nora Sand', theme: 'dark' }
    expect(await signUp('named@sand.example', named)).toEqual(named)
  })

  test('a password starts no session for an unverified phone', async () => {
    const phone = '+4915300002001'
    const client = newClient()
    expect((await client.signUp({ phone, password: PASSWORD })).error).toBeNull()
    expect(await client.signInWithPassword({ phone, password: PASSWORD })).toMatchObject({
      data: { session: null },
      error: { code: 'phone_not_confirmed', status: 400 },
    })
  })
})

describe('A-08 the identities that stand for email and phone', () => {
  const identities = async (client: ReturnType<typeof newClient>) =>
    (await client.getUserIdentities()).data?.identities ?? []

  test('the only identity of an account cannot be unlinked', async () => {
    const client = newClient()
    await client.signUp({ email: 'only@sand.example', password: PASSWORD })
    const [own] = await identities(client)
    expect(own?.provider).toBe('email')
    expect(await client.unlinkIdentity(own as UserIdentity)).toMatchObject({
      error: { code: 'single_identity_not_deletable', status: 422 },
    })
  })

  test('of an email and a phone identity, the phone can be unlinked, and the email can only be changed', async () => {
    const client = newClient()
    const [email, phone] = ['both@sand.example', '+4915300002002']
    await client.signUp({ email, password: PASSWORD })
    await client.updateUser({ phone })
    const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
    expect((await client.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
    const [own, number] = await identities(client)
    expect([own?.provider, number?.provider]).toEqual(['email', 'phone'])
    expect(own?.identity_id).not.toBe(number?.identity_id)
    expect(await client.unlinkIdentity(own as UserIdentity)).toMatchObject({
      error: { code: 'email_conflict_identity_not_deletable', status: 422 },
    })
    expect((await client.unlinkIdentity(number as UserIdentity)).error).toBeNull()
    expect((await client.getUser()).data.user).toMatchObject({ email, phone: '' })
    expect(await identities(client)).toHaveLength(1)
  })
})

describe('A-08 a new password', () => {
  const weak = { error: { code: 'weak_password', status: 422, reasons: ['pwned'] } }

  test('a new password must not be the person’s name or email, at sign-up and later', async () => {
    const email = 'nora.feld@sand.example'
    const options = { data: { full_name: 'Nora Feldmann' } }
    for (const password of ['Nora Feldmann', 'feldmann1990', 'norafeld', 'Back to Back'])
      expect(await newClient().signUp({ email, password, options })).toMatchObject(weak)
    const client = newClient()
    expect((await client.signUp({ email, password: PASSWORD, options })).error).toBeNull()
    expect(await client.updateUser({ password: 'nora.feld@sand.example' })).toMatchObject(weak)
    expect(
      (await admin.createUser({ email: 'longname@sand.example', password: 'longname' })).error,
    ).toMatchObject(weak.error)
  })

  test('a new password must differ from the current one, for every kind of session', async () => {
    const email = 'same@sand.example'
    const client = newClient()
    await client.signUp({ email, password: PASSWORD })
    const same = { error: { code: 'same_password', status: 422 } }
    expect(await client.updateUser({ password: PASSWORD })).toMatchObject(same)
    expect(await client.updateUser({ password: PASSWORD, current_password: PASSWORD })).toMatchObject(same)
    const forgetful = newClient()
    await forgetful.resetPasswordForEmail(email)
    const token = codeIn(await post.next(email))
    expect((await forgetful.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
    expect(await forgetful.updateUser({ password: PASSWORD })).toMatchObject(same)
  })
})

describe('A-08 codes as upstream', () => {
  test('a Web3 grant is refused with the same error code as upstream', async () => {
    expect(await send('/token?grant_type=web3', { chain: 'solana' })).toMatchObject({
      status: 422,
      body: { code: 'web3_provider_disabled' },
    })
  })

  test.each([
    ['google', 'https://accounts.google.com'],
    ['apple', 'https://appleid.apple.com'],
  ])(
    'an id token of %s is refused with a message that names the issuer, if the provider is not configured',
    async (provider, issuer) => {
      const body = { provider, id_token: 'a.b.c' }
      expect(await send('/token?grant_type=id_token', body)).toMatchObject({
        status: 400,
        body: { code: 'provider_disabled', message: `Provider (issuer "${issuer}") is not enabled` },
      })
    },
  )

  test('a body over the size limit is refused with the same error code as upstream', async () => {
    expect(await send('/otp', { email: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' },
    })
  })

  test('POST /magiclink emails the same code as /otp', async () => {
    const email = 'magic@sand.example'
    expect(await send('/magiclink', { email })).toEqual({ status: 200, body: {} })
    const token = codeIn(await post.next(email))
    expect((await newClient().verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull()
    expect((await send('/magiclink', { phone: '+4915300002003' })).status).toBe(400)
  })
})

describe('A-08 a program and app_metadata', () => {
  test('app_metadata set by a program is stored, and included in the token', async () => {
    const email = 'meta@sand.example'
    const made = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      app_metadata: { plan: 'gold', tier: 1, provider: 'made up' },
    })
    expect(made.error).toBeNull()
    expect(made.data.user?.app_metadata).toEqual({
      plan: 'gold',
      tier: 1,
      provider: 'email',
      providers: ['email'],
      roles: ['customer'],
    })
    const id = made.data.user?.id ?? ''
    const changed = await admin.updateUserById(id, { app_metadata: { plan: null, team: 'a' } })
    expect(changed.data.user?.app_metadata).toMatchObject({ tier: 1, team: 'a' })
    expect(changed.data.user?.app_metadata).not.toHaveProperty('plan')
    const { data } = await newClient().signInWithPassword({ email, password: PASSWORD })
    expect(decodeJwt(data.session?.access_token ?? '')['app_metadata']).toMatchObject({ tier: 1, team: 'a' })

    expect(await admin.updateUserById(id, { app_metadata: { roles: ['admin'] } })).toMatchObject({
      error: { code: 'validation_failed' },
    })
    expect(await admin.updateUserById(id, { app_metadata: { big: 'x'.repeat(2000) } })).toMatchObject({
      error: { code: 'validation_failed', message: 'data is too large' },
    })
    expect(
      await admin.createUser({ email: 'big@sand.example', app_metadata: { big: 'x'.repeat(2000) } }),
    ).toMatchObject({ error: { code: 'validation_failed' } })
    const big = db.selectFrom('accounts').select('id').where('email', '=', 'big@sand.example')
    expect(await big.execute()).toEqual([])
  })

  test('a soft deletion is refused, and the user stays', async () => {
    const made = await admin.createUser({ email: 'soft@sand.example' })
    const id = made.data.user?.id ?? ''
    expect(await admin.deleteUser(id, true)).toMatchObject({
      error: { code: 'validation_failed', message: expect.stringContaining('should_soft_delete') },
    })
    expect((await admin.getUserById(id)).data.user?.id).toBe(id)
    expect((await admin.deleteUser(id)).error).toBeNull()
  })
})

test('A-08 single sign-on is disabled without a configured company', async () => {
  for (const body of [
    {},
    { domain: 'label.example' },
    { provider_id: '0198a3c4-0000-7000-8000-000000000000' },
  ])
    expect(await send('/sso', body)).toMatchObject({ status: 404, body: { code: 'saml_provider_disabled' } })
})
