import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { codeIn, createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAdminProgram } from '../support/admin-program'
import { createAuthClient } from '../support/auth-client'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { goByProvider } from '../support/provider-sign-in'

const idp = await startIdentityProvider({ nia: { email: 'nia@private.example', email_verified: true } })
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    redirects: ['https://app.example/**'],
    passwordMinLength: 12,
    passwordCharacters: ['lower', 'digit', 'symbol'],
    disableSignup: true,
    manualLinking: false,
    accessTokenMinutes: 5,
  },
})
const { address } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})
const post = createPostman(app.dataDir)
const { admin } = await createAdminProgram(app)
const newClient = () => createAuthClient(address, { ip: app.someAddress() }).client
const signUpOnPage = async (body: object) => {
  const answer = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
    body: JSON.stringify({ fullName: 'Nia Ode', email: 'nia@sand.example', ...body }),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('A-08 a longer minimum and required characters', () => {
  test.each([
    ['kick-snare1', 'length', 'Use at least 12 characters.'],
    ['KICK-SNARE-1', 'characters', 'Add a lowercase letter.'],
    ['kicksandsnares', 'characters', 'Add a digit and a symbol.'],
  ])(
    'the password %s is refused for its %s, in apps and on our pages',
    async (password, reason, sentence) => {
      expect((await admin.createUser({ email: 'weak@sand.example', password })).error).toMatchObject({
        code: 'weak_password',
        reasons: [reason],
      })
      expect(await signUpOnPage({ password })).toMatchObject({
        status: 422,
        body: { code: 'PASSWORD_LEAKED', message: sentence },
      })
    },
  )

  test('a password that meets all rules of the operator is accepted', async () => {
    const made = await admin.createUser({ email: 'strong@sand.example', password: 'kick-and-snare-1' })
    expect(made.error).toBeNull()
  })
})

test('A-08 the operator sets the lifetime of access tokens', async () => {
  const client = newClient()
  const { data } = await client.signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })
  const { iat = 0, exp = 0 } = decodeJwt(data.session?.access_token ?? '')
  expect([data.session?.expires_in, exp - iat, (data.session?.expires_at ?? 0) - exp]).toEqual([300, 300, 0])
  expect((await client.refreshSession()).data.session?.expires_in).toBe(300)
})

describe('A-08 with sign-up closed', () => {
  const password = 'kick-and-snare-1'
  const closed = { code: 'signup_disabled', status: 422 }

  test('with sign-up closed, /settings says so, and neither an app nor our page creates an account', async () => {
    expect(await (await fetch(`${address}/auth/v1/settings`)).json()).toMatchObject({ disable_signup: true })
    expect((await newClient().signUp({ email: 'nia@sand.example', password })).error).toMatchObject(closed)
    expect(await signUpOnPage({ password })).toMatchObject({
      status: 422,
      body: {
        code: 'INVITATION_INVALID',
        message: 'You need an invitation code to create an account here. Enter yours.',
      },
    })
  })

  test('with sign-up closed, a code for an unknown email gets the same response, and the email contains no code', async () => {
    const email = 'nobody@sand.example'
    expect((await newClient().signInWithOtp({ email })).error).toBeNull()
    expect((await post.next(email)).text).not.toMatch(/\b\d{6}\b/)
  })

  test('with sign-up closed, signing in with a provider creates no account', async () => {
    const { landing } = await goByProvider(app, { as: 'nia' })
    expect({ ...landing.query, ...landing.fragment }).toMatchObject({ error_code: 'signup_disabled' })
  })

  test('with sign-up closed, an existing account signs in by code, but cannot link or unlink identities', async () => {
    const client = newClient()
    const email = getPersonEmail('mara')
    await client.signInWithOtp({ email })
    const token = codeIn(await post.next(email))
    expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    const disabled = { error: { code: 'manual_linking_disabled', status: 404 } }
    expect(await client.linkIdentity({ provider: 'google' })).toMatchObject(disabled)
    const [own] = (await client.getUserIdentities()).data?.identities ?? []
    expect(await client.unlinkIdentity(own as never)).toMatchObject(disabled)
  })
})
