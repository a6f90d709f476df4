import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { codeIn, createPostman, tokenIn } from '../support/stored-emails'

// An email belongs to the account that verifies it, on our pages and under /auth/v1.
const app = await startTestApp()
const { address, db, dataDir, someAddress } = app
afterAll(app.stop)
const post = createPostman(dataDir)

let people = 0
let email = ''
let phone = ''
beforeEach(() => {
  people += 1
  email = `owner${people}@sand.example`
  phone = `+4915211000${String(people).padStart(3, '0')}`
})

const newBrowser = () => createBrowser(app)
const newClient = () => createAuthClient(address, { ip: someAddress() }).client

interface Person {
  id: string
  email: string | null
  isEmailVerified: boolean
}

/** Creates an account with the owner's unverified email, by default with its own verified phone. */
async function squat({ hasPhone = true } = {}) {
  const browser = newBrowser()
  const signUp = await browser.post<{ me: Person }>('/auth/sign-up', {
    fullName: 'A Squatter',
    email,
    password: 'of a squatter',
  })
  expect(signUp.status).toBe(200)
  const { id } = signUp.body.me
  const message = await post.next(email)
  if (hasPhone)
    await db
      .updateTable('accounts')
      .set({ phone, phone_verified_at: new Date() })
      .where('id', '=', id)
      .execute()
  const me = async () => (await browser.get<Person | null>('/me')).body
  return { id, message, me, browser }
}

/** The squatter keeps the verified phone and the account, but not the email. */
async function expectClaimRemoved({ id, me }: Awaited<ReturnType<typeof squat>>) {
  const left = await db
    .selectFrom('accounts')
    .select(['email', 'phone', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(left).toEqual({ email: null, phone, password_hash: expect.any(String) })
  expect(await me()).toMatchObject({ id, email: null })
}

describe('a squatter with a verified phone does not keep the owner from their email', () => {
  test('the owner resets the password on our pages, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const owner = newBrowser()
    await owner.post('/auth/recover', { email })
    const token = tokenIn(await post.next(email))
    const reset = await owner.post<{ me: Person }>('/auth/reset', { token, password: 'of the owner' })
    expect(reset).toMatchObject({ status: 200, body: { me: { email, isEmailVerified: true } } })
    expect(reset.body.me.id).not.toBe(squatter.id)
    await expectClaimRemoved(squatter)
    const signIn = await newBrowser().post('/auth/sign-in', { email, password: 'of the owner' })
    expect(signIn.status).toBe(200)
  })

  test('the owner signs in by code on our pages, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const owner = newBrowser()
    await owner.post('/auth/code', { email })
    const code = codeIn(await post.next(email))
    const entered = await owner.post<{ me: Person }>('/auth/code/enter', { email, code })
    expect(entered).toMatchObject({ status: 200, body: { me: { email, isEmailVerified: true } } })
    await expectClaimRemoved(squatter)
  })

  test('the owner signs in by link on our pages, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const owner = newBrowser()
    await owner.post('/auth/code', { email })
    const token = tokenIn(await post.next(email))
    const opened = await owner.post('/auth/link/open', { token, type: 'magiclink' })
    expect(opened).toMatchObject({ status: 200, body: { outcome: 'signed_in', me: { email } } })
    await expectClaimRemoved(squatter)
  })

  test('the owner signs up on our pages and verifies the email by a password reset, although a squatter’s account has it', async () => {
    const squatter = await squat()
    const owner = newBrowser()
    const signUp = await owner.post('/auth/sign-up', {
      fullName: 'An Owner',
      email,
      password: 'of the owner',
    })
    expect(signUp).toMatchObject({ status: 409, body: { code: 'USER_ALREADY_EXISTS' } })
    await owner.post('/auth/recover', { email })
    const token = tokenIn(await post.next(email))
    expect(await owner.post('/auth/reset', { token, password: 'of the owner' })).toMatchObject({
      status: 200,
    })
    await expectClaimRemoved(squatter)
  })

  test('the owner verifies the email by the link of the squatter’s verification email', async () => {
    const squatter = await squat()
    const owner = newBrowser()
    const token = tokenIn(squatter.message)
    const reset = await owner.post('/auth/reset', { token, password: 'of the owner' })
    expect(reset).toMatchObject({ status: 200, body: { me: { email, isEmailVerified: true } } })
    await expectClaimRemoved(squatter)
  })

  test('the owner signs in by POST otp and verify, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const client = newClient()
    expect((await client.signInWithOtp({ email })).error).toBeNull()
    const { data, error } = await client.verifyOtp({
      email,
      token: codeIn(await post.next(email)),
      type: 'email',
    })
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(squatter.id)
    expect(data.user).toMatchObject({ email })
    await expectClaimRemoved(squatter)
  })

  test('the owner signs in by POST otp without creating a user, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const client = newClient()
    await client.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const { data, error } = await client.verifyOtp({
      email,
      token: codeIn(await post.next(email)),
      type: 'email',
    })
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(squatter.id)
    await expectClaimRemoved(squatter)
  })

  test('the owner sets a password after POST recover and verify, although a squatter’s account has the email', async () => {
    const squatter = await squat()
    const client = newClient()
    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const token_hash = tokenIn(await post.next(email))
    const { data, error } = await client.verifyOtp({ token_hash, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(squatter.id)
    expect((await client.updateUser({ password: 'set by the owner' })).error).toBeNull()
    await expectClaimRemoved(squatter)
  })

  test('the owner signs up by POST signup and verify, although a squatter’s account has the email', async () => {
    // Inserted directly, because a second verification email has to wait a minute after sign-up.
    const { id } = await db
      .insertInto('accounts')
      .values({ email, phone, phone_verified_at: new Date(), last_signed_in_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('profiles').values({ id, full_name: 'A Squatter', email }).execute()
    const client = newClient()
    const signUp = await client.signUp({ email, password: 'of the owner' })
    expect(signUp).toMatchObject({ data: { session: null }, error: null })
    const token = codeIn(await post.next(email))
    const { data, error } = await client.verifyOtp({ email, token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    expect(data.user?.id).not.toBe(id)
    const left = db.selectFrom('accounts').select(['email', 'phone']).where('id', '=', id)
    expect(await left.execute()).toEqual([{ email: null, phone }])
  })
})
