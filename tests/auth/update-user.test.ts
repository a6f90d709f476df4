import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { addAuthenticator } from '../support/factors'
import { createContacts } from '../support/new-contacts'
import { codeIn, createPostman, tokenIn } from '../support/stored-emails'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const { address, db, dataDir, someAddress, stop } = await startTestApp({
  auth: { sms: texts.sms },
})
afterAll(async () => {
  await stop()
  await texts.stop()
})
const post = createPostman(dataDir)

const newContacts = createContacts('ines', '+49153')
let { email, next, phone } = newContacts()
beforeEach(() => {
  ;({ email, next, phone } = newContacts())
})

const newClient = () => createAuthClient(address, { ip: someAddress() })
const findAccount = () =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb('email', 'in', [email, next]))
    .executeTakeFirstOrThrow()

async function signUp() {
  const made = newClient()
  await made.client.signInWithOtp({ email, options: { data: { full_name: 'Ines Sand', theme: 'dark' } } })
  const token = codeIn(await post.next(email))
  const { data, error } = await made.client.verifyOtp({ email, token, type: 'email' })
  expect(error).toBeNull()
  return { ...made, session: data.session, userId: data.user?.id ?? '' }
}

test('A-08 A-09 user metadata is merged, null removes a key, and the name is stored in the profile', async () => {
  const { client, notified, session, userId } = await signUp()
  const data = { full_name: '  Ines   Dune ', theme: null, decks: ['left', 'right'] }
  const { data: updated, error } = await client.updateUser({ data })
  expect(error).toBeNull()
  expect(updated.user?.user_metadata).toEqual({ full_name: 'Ines Dune', decks: ['left', 'right'] })
  expect(notified.at(-1)).toBe('USER_UPDATED')
  expect(await fetchMe(address, session)).toMatchObject({ fullName: 'Ines Dune' })
  expect((await client.updateUser({ data: { full_name: 'x'.repeat(101) } })).error).toMatchObject({
    code: 'validation_failed',
  })
  const full = { a: 'x'.repeat(9000) }
  expect((await client.updateUser({ data: full })).error).toBeNull()
  expect((await client.updateUser({ data: { b: 'x'.repeat(9000) } })).error).toMatchObject({
    status: 400,
    message: 'data is too large',
  })
  expect((await client.getUser()).data.user?.user_metadata).toMatchObject(full)
  const profile = db.selectFrom('profiles').select('full_name').where('id', '=', userId)
  expect(await profile.executeTakeFirst()).toEqual({ full_name: 'Ines Dune' })
})

test.each([
  ['current', 'new'],
  ['new', 'current'],
] as const)(
  'A-08 an email changes once the %s and then the %s address has confirmed',
  async (first, second) => {
    const { client, notified } = await signUp()
    const asked = await client.updateUser({ email: next })
    expect(asked).toMatchObject({ data: { user: { email, new_email: next } }, error: null })
    expect(notified.at(-1)).toBe('USER_UPDATED')
    const sentEmails = { current: await post.next(email), new: await post.next(next) }
    const ends = { current: email, new: next }

    // The email change is confirmed by the link at one of the two addresses, and by the code at the other.
    const half = await newClient().client.verifyOtp({
      token_hash: tokenIn(sentEmails[first]),
      type: 'email_change',
    })
    expect(half).toMatchObject({ data: { session: null }, error: null })
    expect((await client.getUser()).data.user).toMatchObject({ email, new_email: next })
    const token = codeIn(sentEmails[second])
    const whole = await newClient().client.verifyOtp({ email: ends[second], token, type: 'email_change' })
    expect(whole).toMatchObject({ data: { user: { email: next } }, error: null })
    expect((await client.getUser()).data.user).not.toHaveProperty('new_email')
    expect(await post.next(email)).toMatchObject({ subject: 'Your email address was changed' })
    // The client that entered the code has an IP address that is new to the account, so a security alert is sent too.
    const sent = [await post.next(next), await post.next(next)].map(({ subject }) => subject)
    expect(sent.toSorted()).toEqual(['New sign-in to your account', 'Your email address was changed'])
  },
)

test('A-08 an unverified current email need not confirm, and a new change replaces the pending one', async () => {
  const { client } = await signUp()
  await db.updateTable('accounts').set({ email_verified_at: null }).where('email', '=', email).execute()
  const { next: other } = newContacts()
  expect((await client.updateUser({ email: other })).error).toBeNull()
  const stale = await post.next(other)
  expect((await client.updateUser({ email: next })).error).toBeNull()
  const emailMessage = await post.next(next)
  expect(
    await newClient().client.verifyOtp({ token_hash: tokenIn(stale), type: 'email_change' }),
  ).toMatchObject({ error: { code: 'otp_expired' } })
  const changed = await newClient().client.verifyOtp({
    token_hash: tokenIn(emailMessage),
    type: 'email_change',
  })
  expect(changed.data.user).toMatchObject({ email: next })
  expect(await post.unread(email)).toEqual([])
})

test('A-08 a change to a taken email is only revealed to the owner of that email', async () => {
  const { client } = await signUp()
  await db.insertInto('accounts').values({ email: next, email_verified_at: new Date() }).execute()
  expect(await client.updateUser({ email: next })).toMatchObject({ data: { user: { new_email: next } } })
  const current = await post.next(email)
  const incoming = await post.next(next)
  await newClient().client.verifyOtp({ token_hash: tokenIn(current), type: 'email_change' })
  const end = await newClient().client.verifyOtp({ token_hash: tokenIn(incoming), type: 'email_change' })
  expect(end.error).toMatchObject({ code: 'email_exists', status: 422 })
})

test('A-08 a new email address gets at most one email a minute, an unchanged one none', async () => {
  const { client } = await signUp()
  expect((await client.updateUser({ email })).error).toBeNull()
  expect((await client.updateUser({ email: next })).error).toBeNull()
  expect((await client.updateUser({ email: next })).error).toMatchObject({
    code: 'over_email_send_rate_limit',
    status: 429,
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  })
  expect((await client.updateUser({ email: 'nowhere' })).error).toMatchObject({ code: 'validation_failed' })
})

test('A-08 a phone is verified by its code, and the owner is notified', async () => {
  const { client, notified } = await signUp()
  const asked = await client.updateUser({ phone })
  expect(asked).toMatchObject({ data: { user: { phone: '', new_phone: phone.slice(1) } }, error: null })
  expect(notified.at(-1)).toBe('USER_UPDATED')
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  const soon = await client.updateUser({ phone })
  expect(soon.error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 })
  const confirmed = await client.verifyOtp({ phone, token, type: 'phone_change' })
  expect(confirmed).toMatchObject({ data: { user: { phone: phone.slice(1), email } }, error: null })
  expect(await post.next(email)).toMatchObject({ subject: 'A phone number was added' })
  // An unchanged value sends nothing.
  expect((await client.updateUser({ phone })).error).toBeNull()
})

test('A-08 A-09 a new password ends every other session immediately', async () => {
  const { client, notified, session } = await signUp()
  expect((await client.updateUser({ password: 'short' })).error).toMatchObject({
    code: 'weak_password',
    status: 422,
    reasons: ['length'],
  })
  const { error } = await client.updateUser({ password: 'a first password' })
  expect(error).toBeNull()
  expect(notified.at(-1)).toBe('USER_UPDATED')
  expect((await client.updateUser({ password: 'a first password' })).error).toMatchObject({
    code: 'same_password',
    status: 422,
    message: 'New password should be different from the old password.',
  })
  const there = newClient().client
  const { data } = await there.signInWithPassword({ email, password: 'a first password' })
  expect(await fetchMe(address, data.session)).toMatchObject({ email })

  expect((await client.updateUser({ password: 'a second password' })).error).toBeNull()
  expect(await fetchMe(address, data.session)).toBeNull()
  expect((await there.refreshSession()).error).not.toBeNull()
  expect(await fetchMe(address, session)).toMatchObject({ email })
  expect((await client.refreshSession()).error).toBeNull()
  const old = await newClient().client.signInWithPassword({ email, password: 'a first password' })
  expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  // Both emails are sent simultaneously, in any order.
  const emails = [await post.next(email), await post.next(email)]
  const [signedIn, changed] = emails.toSorted((a, b) => a.subject.localeCompare(b.subject))
  expect(signedIn).toMatchObject({ subject: 'New sign-in to your account' })
  expect(changed).toMatchObject({ subject: 'Your password was changed' })
  expect(changed?.text).toMatch(/Network address 198\.51\./)
})

test('A-08 a session without the account’s second factor changes nothing', async () => {
  const { client } = await signUp()
  await client.updateUser({ password: DEMO_PASSWORD })
  await addAuthenticator(client)
  const there = newClient().client
  await there.signInWithPassword({ email, password: DEMO_PASSWORD })
  expect((await there.updateUser({ data: { a: 1 } })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 403,
  })
  for (const change of [{ email: next }, { phone }, { password: 'taken over now' }])
    expect((await there.updateUser(change)).error).toMatchObject({ code: 'insufficient_aal', status: 401 })
  expect(await findAccount()).toMatchObject({ email, new_email: null, new_phone: null })
})

test('A-08 a change applies completely or not at all', async () => {
  const { client } = await signUp()
  const before = await findAccount()
  const refused = await client.updateUser({
    email: next,
    data: { big: 'x'.repeat(15_000), full_name: 'x'.repeat(101) },
  })
  expect(refused.error).toMatchObject({ code: 'validation_failed' })
  expect(await findAccount()).toEqual(before)
  await vi.waitFor(async () => expect(await post.unread(next)).toEqual([]))
})
