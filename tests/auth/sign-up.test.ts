import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { codeIn, createPostman, linkIn, tokenIn } from '../support/stored-emails'

const { address, db, dataDir, someAddress, stop } = await startTestApp()
const open = await startTestApp({ auth: { confirmEmail: false } })
afterAll(async () => {
  await stop()
  await open.stop()
})
const post = createPostman(dataDir)

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `hanna${people}@wolff.example`
})

const newClient = () => createAuthClient(address, { ip: someAddress() })
const password = 'correct horse'

const signUp = (body: object) => call('signup', body)

async function call(path: string, body: object) {
  const answer = await fetch(`${address}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': someAddress() },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Returns the response to a sign-up for comparison, with placeholders for ids, times and addresses. */
function faceOf({ body }: { body: Record<string, unknown> }): string {
  return JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replaceAll(/[\w.]+@[\w.]+/g, 'an address')
}

const rolesOf = async (who: string) =>
  (
    await db
      .selectFrom('accounts')
      .innerJoin('user_roles', 'user_id', 'id')
      .select('role')
      .where('email', '=', who)
      .execute()
  ).map(({ role }) => role)

test('A-02 A-04 A-08 a sign-up starts no session before the email is verified, and the password works after', async () => {
  const { client, notified } = newClient()
  const signedUp = await client.signUp({ email, password, options: { data: { full_name: 'Hanna Wolff' } } })
  expect(signedUp.error).toBeNull()
  expect(signedUp.data.session).toBeNull()
  expect(signedUp.data.user).toMatchObject({
    email,
    aud: 'authenticated',
    user_metadata: { full_name: 'Hanna Wolff' },
    identities: [{ provider: 'email', identity_data: { email, email_verified: false } }],
  })
  expect(notified).not.toContain('SIGNED_IN')
  const early = await client.signInWithPassword({ email, password })
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })

  const emailMessage = await post.next(email)
  expect(emailMessage.subject).toBe('Verify your email address')
  expect(linkIn(emailMessage)).toMatch(/\/auth\/verify\?token=/)
  const { data, error } = await client.verifyOtp({ email, token: codeIn(emailMessage), type: 'signup' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(signedUp.data.user?.id)
  expect(notified).toContain('SIGNED_IN')
  expect(await fetchMe(address, data.session)).toMatchObject({ email, fullName: 'Hanna Wolff' })
  expect((await newClient().client.signInWithPassword({ email, password })).error).toBeNull()
  expect(await rolesOf(email)).toEqual(['customer'])
})

test('A-08 a sign-up with a taken email gets the same response and changes nothing, and its owner is notified', async () => {
  const taken = getPersonEmail('mara')
  const before = await db.selectFrom('accounts').selectAll().where('email', '=', taken).executeTakeFirst()
  const data = { full_name: 'Somebody Else' }
  const one = await signUp({ email: taken, password, data })
  const other = await signUp({ email, password, data })
  expect(faceOf(one)).toBe(faceOf(other))
  expect([one.status, [...one.headers.keys()]]).toEqual([other.status, [...other.headers.keys()]])
  expect(one.body.id).not.toBe(before?.id)
  expect((await post.next(taken)).subject).toBe('You already have an account')
  expect(await db.selectFrom('accounts').selectAll().where('email', '=', taken).executeTakeFirst()).toEqual(
    before,
  )
  expect((await newClient().client.signInWithPassword({ email: taken, password })).error).toMatchObject({
    code: 'invalid_credentials',
  })
})

test('A-03 A-05 a sign-up with a valid invitation in data creates a member; an invalid one creates no account', async () => {
  const code = 'QX7Z2M0R'
  await db.insertInto('invitations').values({ code }).execute()
  await db
    .insertInto('invitations')
    .values({ code: 'QX7Z2M0S', expires_at: new Date(Date.now() - 1000) })
    .execute()
  const { client } = newClient()
  const signUpWith = (invitation_code: string) =>
    client.signUp({ email, password, options: { data: { invitation_code } } })
  expect((await signUpWith('NNNN0000')).error).toMatchObject({
    status: 422,
    message: 'Invalid or expired invitation code',
  })
  expect((await signUpWith('QX7Z2M0S')).error?.message).toBe('Invitation code has expired')
  expect(await rolesOf(email)).toEqual([])
  expect((await signUpWith(code)).error).toBeNull()
  expect(await rolesOf(email)).toEqual(['user'])
})

test('a short password is refused as weak, and the client says why', async () => {
  const { error } = await newClient().client.signUp({ email, password: 'short' })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', code: 'weak_password', reasons: ['length'] })
  const long = await newClient().client.signUp({ email, password: 'x'.repeat(201) })
  expect(long.error).toMatchObject({ code: 'validation_failed' })
})

test('A-08 a common password is refused as weak in apps and on our page, without an external request', async () => {
  const { error } = await newClient().client.signUp({ email, password: '12345678' })
  expect(error).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
    code: 'weak_password',
    reasons: ['pwned'],
  })
  const page = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: JSON.stringify({ fullName: 'Hanna Wolff', email, password: 'Password1' }),
  })
  expect(page.status).toBe(422)
  expect(await page.json()).toMatchObject({
    code: 'PASSWORD_LEAKED',
    message: expect.stringContaining('on a list of stolen passwords'),
  })
})

test('the owner who verifies an unverified account by code gets it without its creator’s data', async () => {
  const opener = { 'x-forwarded-for': someAddress(), 'content-type': 'application/json' }
  const opened = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: opener,
    body: JSON.stringify({ fullName: 'Not Hanna', email, password: 'of a stranger' }),
  })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = async () => (await fetch(`${address}/api/v1/me`, { headers: { cookie } })).json()
  expect(await me()).toMatchObject({ email })
  await post.next(email)

  const { client } = newClient()
  await client.signInWithOtp({ email })
  const entered = await client.verifyOtp({ email, token: codeIn(await post.next(email)), type: 'email' })
  expect(entered.data.user?.email_confirmed_at).toBeDefined()
  expect(await me()).toBeNull()
  const stranger = await newClient().client.signInWithPassword({ email, password: 'of a stranger' })
  expect(stranger.error).toMatchObject({ code: 'invalid_credentials' })
})

test('the owner who verifies an unverified account by a reset link gets it without its password', async () => {
  const { client, notified } = newClient()
  await signUp({ email, password: 'of a stranger' })
  await post.next(email)
  await client.resetPasswordForEmail(email)
  const token_hash = tokenIn(await post.next(email))
  expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect(notified).toContain('PASSWORD_RECOVERY')
  const account = await db
    .selectFrom('accounts')
    .select(['password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  expect(account).toMatchObject({ password_hash: null, email_verified_at: expect.any(Date) })
})

test('A-08 without email confirmation, a sign-up starts a session, and a taken email is refused', async () => {
  const { client, notified } = createAuthClient(open.address, { ip: someAddress() })
  const options = { data: { full_name: 'Hanna Wolff', theme: 'dark' } }
  const { data, error } = await client.signUp({ email, password, options })
  expect(error).toBeNull()
  expect(data.session?.user.user_metadata).toMatchObject(options.data)
  expect(notified).toContain('SIGNED_IN')
  expect(await fetchMe(open.address, data.session)).toMatchObject({ email })
  const again = await createAuthClient(open.address).client.signUp({ email, password })
  expect(again.error).toMatchObject({
    code: 'user_already_exists',
    status: 422,
    message: 'User already registered',
  })
})

test('A-07 a sign-up without email and phone, with both, or with invalid input is refused', async () => {
  for (const path of ['otp', 'signup', 'resend', 'verify']) {
    const answer = await call(path, { password: 'long enough', type: 'signup', token: '123456' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'You must provide either an email or phone number.' },
    })
  }
  expect((await call('otp', { email, phone: '+4930123456' })).body.message).toBe(
    'Only an email address or phone number should be provided.',
  )
  expect((await call('recover', { email: 'nobody' })).status).toBe(400)
  expect((await call('verify', { email, token: '123456', type: 'nothing' })).status).toBe(400)
  expect((await call('otp', { email, data: { name: 'a\u0000b' } })).status).toBe(400)
  expect((await call('otp', { email, data: { name: 'x'.repeat(20_000) } })).status).toBe(400)
})

test('A-08 anonymous sign-in is off', async () => {
  const { client } = newClient()
  const { data, error } = await client.signInAnonymously()
  expect(data.session).toBeNull()
  expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
})

test('A-08 the response to a sign-up has the stored creation time', async () => {
  const { client } = newClient()
  const { data } = await client.signUp({ email, password })
  const kept = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(data.user?.created_at).toBe(kept.created_at.toISOString())
})
