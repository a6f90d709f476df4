import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAdminProgram, PASSWORD as password } from '../support/admin-program'
import { fetchMe } from '../support/auth-client'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { addAuthenticator } from '../support/factors'
import { createPostman, tokenIn } from '../support/stored-emails'

const app = await startTestApp({ auth: { redirects: ['https://app.example/**'] } })
const { address, db } = app
const post = createPostman(app.dataDir)
afterAll(app.stop)
const { admin, auditEntriesOf, newClient, newUser, signIn } = await createAdminProgram(app)

test('A-08 an invited person signs in with the emailed link, and has an account from then on', async () => {
  const email = 'guest@sand.example'
  const invited = await admin.inviteUserByEmail(email, {
    data: { full_name: 'Gus Sand' },
    redirectTo: 'https://app.example/welcome',
  })
  expect(invited).toMatchObject({ data: { user: { email } }, error: null })
  const message = await post.next(email)
  expect(message.text).toContain(encodeURIComponent('https://app.example/welcome'))
  expect(await admin.inviteUserByEmail(email)).toMatchObject({
    error: { code: 'over_email_send_rate_limit', status: 429 },
  })
  const { client } = newClient()
  const entered = await client.verifyOtp({ token_hash: tokenIn(message), type: 'invite' })
  expect(entered).toMatchObject({ data: { user: { email, user_metadata: { full_name: 'Gus Sand' } } } })
  expect(await admin.inviteUserByEmail(getPersonEmail('mara'))).toMatchObject({
    error: { code: 'email_exists' },
  })
})

test.each(['signup', 'invite', 'magiclink'] as const)(
  'A-08 a generated link of the type %s creates an account',
  async (type) => {
    const email = `${type}@links.example`
    const options = { data: { full_name: 'Lin Kay', city: 'Kiel' }, redirectTo: 'https://app.example/in' }
    const made =
      type === 'signup'
        ? await admin.generateLink({ type, email, password, options })
        : await admin.generateLink({ type, email, options })
    expect(made.error).toBeNull()
    expect(made.data).toMatchObject({
      properties: { verification_type: type, redirect_to: 'https://app.example/in' },
      user: { email, user_metadata: { full_name: 'Lin Kay', city: 'Kiel' } },
    })
    const { hashed_token, action_link, email_otp } = made.data.properties ?? {}
    expect(action_link).toMatch(/\/auth\/v1\/verify\?token=.+&redirect_to=https/)
    expect(email_otp).toMatch(/^\d{6}$/)
    expect((await auditEntriesOf(made.data.user?.id)).at(-1)).toEqual([
      'users.make_link',
      { to: type, service: 'mover' },
    ])
    const { client } = newClient()
    const entered = await client.verifyOtp({ token_hash: hashed_token ?? '', type })
    expect(entered).toMatchObject({ data: { user: { email } }, error: null })
    // The code and the link share one row, so the code is used up too.
    const late = await client.verifyOtp({ email, token: email_otp ?? '', type: 'email' })
    expect(late).toMatchObject({ error: { code: 'otp_expired' } })
    if (type === 'signup') {
      expect((await signIn(email)).error).toBeNull()
      expect(await admin.generateLink({ type, email, password })).toMatchObject({
        error: { code: 'email_exists' },
      })
    }
  },
)

test('A-08 a sign-up link removes everything that an unverified creator left in the account', async () => {
  const email = 'squat@links.example'
  const id = await newUser(email, { email_confirm: false, password: 'the squatter’s own' })
  const session = newId()
  await db
    .insertInto('sessions')
    .values({ id: session, user_id: id, expires_at: new Date(Date.now() + 60_000) })
    .execute()
  await admin.generateLink({ type: 'signup', email, password })
  const { ended_at } = await db
    .selectFrom('sessions')
    .select('ended_at')
    .where('id', '=', session)
    .executeTakeFirstOrThrow()
  expect(ended_at).not.toBeNull()
  expect((await signIn(email, 'the squatter’s own')).error?.code).toBe('invalid_credentials')
})

test('A-08 a recovery link works by its code, too, and is refused for unknown accounts', async () => {
  const email = 'lost@links.example'
  await newUser(email)
  const { data } = await admin.generateLink({ type: 'recovery', email })
  const { client, notified } = newClient()
  const entered = await client.verifyOtp({
    email,
    token: data.properties?.email_otp ?? '',
    type: 'recovery',
  })
  expect(entered.error).toBeNull()
  expect(notified).toContain('PASSWORD_RECOVERY')
  expect(await admin.generateLink({ type: 'recovery', email: 'no@links.example' })).toMatchObject({
    error: { code: 'user_not_found' },
  })
  // An address that is not allowed is replaced with our own page.
  const elsewhere = await admin.generateLink({
    type: 'recovery',
    email,
    options: { redirectTo: 'https://evil.example/' },
  })
  expect(elsewhere.data.properties).toMatchObject({ redirect_to: 'http://localhost:3000' })
  expect(elsewhere.data.properties?.action_link).toMatch(/^http:\/\/localhost:3000\/auth\/reset\?token=/)
})

test('A-08 links for an email change work for both addresses, in either order', async () => {
  const [email, newEmail] = ['before@links.example', 'after@links.example']
  const id = await newUser(email)
  const ends = [
    await admin.generateLink({ type: 'email_change_new', email, newEmail }),
    await admin.generateLink({ type: 'email_change_current', email, newEmail }),
  ]
  const { client } = newClient()
  for (const { data } of ends) {
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    const said = await client.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'email_change',
    })
    expect(said.error).toBeNull()
  }
  expect((await admin.getUserById(id)).data.user).toMatchObject({ email: newEmail })
  expect(
    await admin.generateLink({ type: 'email_change_new', email: newEmail, newEmail: getPersonEmail('mara') }),
  ).toMatchObject({ error: { code: 'email_exists' } })
})

test('A-08 a program removes the factors and passkeys of a person who lost the phone', async () => {
  const id = await newUser('phone@sand.example')
  const { client } = await signIn('phone@sand.example')
  const key = createAuthenticator()
  const asked = await client.passkey.startRegistration()
  if (asked.error) throw asked.error
  const added = await client.passkey.verifyRegistration({
    challengeId: asked.data.challenge_id,
    credential: key.create(asked.data.options) as never,
  })
  expect(added.error).toBeNull()
  const { factorId } = await addAuthenticator(client)

  const passkeys = await admin.passkey.listPasskeys({ userId: id })
  expect(passkeys.data).toMatchObject([{ id: added.data?.id }])
  const { data: factors } = await admin.mfa.listFactors({ userId: id })
  expect(factors).toMatchObject({ factors: [{ id: factorId, factor_type: 'totp', status: 'verified' }] })
  expect(JSON.stringify([factors, passkeys.data])).not.toMatch(/secret|public_key|user_id/)

  // The factor belongs to another user.
  const other = await newUser('other@sand.example')
  expect(await admin.mfa.deleteFactor({ userId: other, id: factorId })).toMatchObject({
    error: { code: 'mfa_factor_not_found', status: 404 },
  })
  expect(await admin.passkey.deletePasskey({ userId: other, passkeyId: added.data?.id ?? '' })).toMatchObject(
    {
      error: { code: 'webauthn_credential_not_found', status: 404 },
    },
  )
  expect(await admin.mfa.deleteFactor({ userId: id, id: factorId })).toMatchObject({ error: null })
  expect(
    (await admin.passkey.deletePasskey({ userId: id, passkeyId: added.data?.id ?? '' })).error,
  ).toBeNull()
  expect((await auditEntriesOf(id)).slice(1).map(([action]) => action)).toEqual([
    'users.remove_factor',
    'users.remove_passkey',
  ])
  const again = await signIn('phone@sand.example')
  expect(await fetchMe(address, again.session)).toMatchObject({ email: 'phone@sand.example' })
})

test('A-08 a program ends a session by its access token', async () => {
  await newUser('out@sand.example')
  const { session } = await signIn('out@sand.example')
  expect((await admin.signOut(session?.access_token ?? '', 'global')).error).toBeNull()
  expect(await fetchMe(address, session)).toBeNull()
})

test('A-08 a link made by a program is invalid once the person is an admin', async () => {
  const email = 'rising@sand.example'
  const id = await newUser(email)
  const { data } = await admin.generateLink({ type: 'magiclink', email })
  const cookie = await app.signIn('admin')
  const assigned = await fetch(`${address}/api/v1/admin/users/${id}/roles/admin`, {
    method: 'PUT',
    headers: { cookie, origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ password: DEMO_PASSWORD }),
  })
  expect(assigned.status).toBe(200)
  const { client } = newClient()
  const token_hash = data.properties?.hashed_token ?? ''
  expect((await client.verifyOtp({ token_hash, type: 'magiclink' })).error).toMatchObject({
    code: 'otp_expired',
  })
})
