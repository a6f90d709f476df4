import { expect, test } from 'vitest'
import { startIdentity, tokenIn } from './testing'

const { database, harness } = await startIdentity()

const minutes = 60_000
let people = 0

async function signUp() {
  people += 1
  const email = `sofia${people}@lind.example`
  const browser = harness.createBrowser()
  await browser.call((client) => client.signUp({ fullName: 'Sofia Lind', email, password: 'first password' }))
  await harness.runJobs()
  return { browser, email, token: tokenIn(harness.emails.at(-1)) }
}

async function recover(email: string) {
  const sent = harness.emails.length
  await harness.createBrowser().call((client) => client.requestPasswordReset({ email }))
  await harness.runJobs()
  return {
    token: tokenIn(harness.emails.slice(sent).find(({ subject }) => subject === 'Set a new password')),
  }
}

function later(ms: number) {
  harness.clock.now = new Date(harness.clock.now.getTime() + ms)
}

test('A-04 a used verification link does not reveal an email that the account got later', async () => {
  const { browser, email, token } = await signUp()
  await browser.call((client) => client.verifyEmail({ token }))
  const later = `later-${email}`
  await database.db.updateTable('accounts').set({ email: later }).where('email', '=', email).execute()
  const holder = harness.createBrowser()
  const inspected = await holder.call((client) => client.inspectLink({ token, purpose: 'verify_email' }))
  expect(inspected).toMatchObject({ state: 'invalid', reason: 'used', email })
  await expect(holder.call((client) => client.verifyEmail({ token }))).rejects.toMatchObject({ status: 410 })
  await expect(holder.call((client) => client.resendVerification({ token }))).rejects.toMatchObject({
    code: expect.stringMatching(/./),
  })
  expect(JSON.stringify(inspected)).not.toContain(later)
})

test('A-04 a verification link verifies the email for the signed-in owner, and starts no session elsewhere', async () => {
  const { browser, email, token } = await signUp()
  const stranger = harness.createBrowser()
  expect(
    await stranger.call((client) => client.inspectLink({ token, purpose: 'verify_email' })),
  ).toMatchObject({
    state: 'open',
    email,
  })
  expect((await browser.call((client) => client.me()))?.isEmailVerified).toBe(false)
  expect(await browser.call((client) => client.verifyEmail({ token }))).toEqual({ email })
  expect((await browser.call((client) => client.me()))?.isEmailVerified).toBe(true)
  expect(await stranger.call((client) => client.verifyEmail({ token }))).toEqual({ email })
  expect(stranger.cookie()).toBe('')
  await harness.createBrowser().call((client) => client.signIn({ email, password: 'first password' }))
})

test('A-04 a verification link opened without being signed in to the account ends its sessions and removes its password', async () => {
  const { browser, email, token } = await signUp()
  const me = await browser.call((client) => client.me())
  const stranger = harness.createBrowser()
  expect(await stranger.call((client) => client.verifyEmail({ token }))).toEqual({ email })
  expect(stranger.cookie()).toBe('')
  expect(await browser.call((client) => client.me())).toBeNull()
  expect(harness.published.at(-1)).toEqual({ userIds: [me?.id], topics: ['session'] })
  await expect(
    stranger.call((client) => client.signIn({ email, password: 'first password' })),
  ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('A-04 a verification link opened without being signed in to the account can set a new password in the same step', async () => {
  const { browser, email, token } = await signUp()
  const phone = harness.createBrowser()
  const answer = await phone.call((client) => client.resetPassword({ token, password: 'second password' }))
  expect(answer.me).toMatchObject({ email, isEmailVerified: true })
  expect(await browser.call((client) => client.me())).toBeNull()
  await harness.createBrowser().call((client) => client.signIn({ email, password: 'second password' }))
})

test('stores only the hash of a token', async () => {
  const { token } = await signUp()
  const rows = await database.db.selectFrom('one_time_tokens').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(
    rows.every(
      ({ token_hash }) => token_hash.length === 32 && !token_hash.equals(Buffer.from(token, 'base64url')),
    ),
  ).toBe(true)
})

test('after 24 hours the link has expired, and the person can request a new one', async () => {
  const { email, token } = await signUp()
  later(24 * 60 * minutes)
  const holder = harness.createBrowser()
  await expect(holder.call((client) => client.verifyEmail({ token }))).rejects.toMatchObject({
    code: 'LINK_INVALID',
    status: 410,
  })
  expect(await holder.call((client) => client.inspectLink({ token, purpose: 'verify_email' }))).toMatchObject(
    {
      state: 'invalid',
      email,
    },
  )
  expect(await holder.call((client) => client.resendVerification({ token }))).toEqual({
    email,
    isVerified: false,
  })
  await harness.runJobs()
  const fresh = tokenIn(harness.emails.at(-1))
  expect(fresh).not.toBe(token)
  expect(await holder.call((client) => client.verifyEmail({ token: fresh }))).toEqual({ email })
  expect(harness.published.at(-1), 'notifies open pages').toMatchObject({ topics: ['session'] })
})

test('a reset link works once, ends every session, verifies the email, and notifies the owner', async () => {
  const { browser, email } = await signUp()
  const { token } = await recover(email)
  const phone = harness.createBrowser()
  const answer = await phone.call((client) => client.resetPassword({ token, password: 'second password' }))
  expect(answer.me).toMatchObject({ email, isEmailVerified: true })
  expect(harness.published).toContainEqual({ userIds: [answer.me?.id], topics: ['session'] })
  expect(await browser.call((client) => client.me())).toBeNull()
  expect((await phone.call((client) => client.me()))?.email).toBe(email)
  await harness.runJobs()
  // The browser with the link is new to the account, so the owner gets the new sign-in email too.
  const sent = harness.emails.filter(({ to }) => to === email).map(({ subject }) => subject)
  expect(sent.slice(-2).toSorted()).toEqual(['New sign-in to your account', 'Your password was changed'])

  const again = harness
    .createBrowser()
    .call((client) => client.resetPassword({ token, password: 'third password' }))
  await expect(again).rejects.toMatchObject({ code: 'LINK_INVALID' })
  const old = harness.createBrowser().call((client) => client.signIn({ email, password: 'first password' }))
  await expect(old).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await harness.createBrowser().call((client) => client.signIn({ email, password: 'second password' }))
})

test('a password reset preserves the target page, even after an expired link', async () => {
  const { email } = await signUp()
  const next = '/events/the-night?from=flyer#tickets'
  const linkIn = (message: (typeof harness.emails)[number] | undefined) =>
    new URL(/https?:\/\/\S+\/auth\/reset\?[^\s\])]+/.exec(message?.text ?? '')?.[0] ?? '')
  await harness.createBrowser().call((client) => client.requestPasswordReset({ email, next }))
  await harness.runJobs()
  expect(linkIn(harness.emails.at(-1)).searchParams.get('next')).toBe(next)
  const late = tokenIn(harness.emails.at(-1))
  later(2 * 60 * minutes)
  await harness.createBrowser().call((client) => client.codes.renew({ token: late, type: 'recovery', next }))
  await harness.runJobs()
  expect(linkIn(harness.emails.at(-1)).searchParams.get('next')).toBe(next)
  const token = tokenIn(harness.emails.at(-1))
  const entered = await harness
    .createBrowser()
    .call((client) => client.resetPassword({ token, password: 'second password', next }))
  expect(entered.landingPath).toBe(next)
})

test.each([
  'https://elsewhere.example/auth',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/.//elsewhere.example',
  '/\t/elsewhere.example',
  'javascript:alert(1)',
  'elsewhere.example',
])('a new password never redirects to another site: %j', async (next) => {
  const { email } = await signUp()
  await harness.createBrowser().call((client) => client.requestPasswordReset({ email, next }))
  await harness.runJobs()
  const message = harness.emails.at(-1)
  expect(message?.subject).toBe('Set a new password')
  for (const part of [message?.text, message?.html]) expect(part).not.toMatch(/elsewhere|javascript:|next=/)
  const token = tokenIn(message)
  const entered = await harness
    .createBrowser()
    .call((client) => client.resetPassword({ token, password: 'second password', next }))
  expect(entered.landingPath).toBe('/customer/dashboard')
})

test('a reset in a browser with another session ends that session and its streams', async () => {
  const { email } = await signUp()
  const { browser: theirs } = await signUp()
  const [before, cookie] = [await theirs.call((client) => client.me()), theirs.cookie()]
  const { token } = await recover(email)
  const answer = await theirs.call((client) => client.resetPassword({ token, password: 'second password' }))
  expect(harness.published).toContainEqual({ userIds: [answer.me?.id, before?.id], topics: ['session'] })
  theirs.setCookie(cookie)
  expect(await theirs.call((client) => client.me())).toBeNull()
})

test('a suspended person can set a password and reads why they cannot sign in yet', async () => {
  const { email } = await signUp()
  const { token } = await recover(email)
  const until = new Date(harness.clock.now.getTime() + 60 * minutes)
  await database.db
    .updateTable('accounts')
    .set({ suspended_until: until })
    .where('email', '=', email)
    .execute()
  const phone = harness.createBrowser()
  const reset = phone.call((client) => client.resetPassword({ token, password: 'second password' }))
  await expect(reset).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED', status: 403 })
  expect(phone.cookie()).toBe('')
  const alive = await database.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.user_id')
    .select('sessions.id')
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
  expect(alive).toEqual([])
  later(61 * minutes)
  await phone.call((client) => client.signIn({ email, password: 'second password' }))
})

test('of twenty concurrent uses of one link, one sets the password', async () => {
  const { email } = await signUp()
  const { token } = await recover(email)
  const clicks = Array.from({ length: 20 }, (_, index) =>
    harness
      .createBrowser()
      .call((client) => client.resetPassword({ token, password: `password number ${index}` })),
  )
  const outcomes = await Promise.allSettled(clicks)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a used newer link invalidates the older one; both expire after an hour', async () => {
  const { email } = await signUp()
  const first = await recover(email)
  const second = await recover(email)
  await harness
    .createBrowser()
    .call((client) => client.resetPassword({ token: second.token, password: 'newest password' }))
  const stale = harness
    .createBrowser()
    .call((client) => client.resetPassword({ token: first.token, password: 'stale one' }))
  await expect(stale).rejects.toMatchObject({ code: 'LINK_INVALID' })
  const third = await recover(email)
  later(60 * minutes)
  const late = harness
    .createBrowser()
    .call((client) => client.resetPassword({ token: third.token, password: 'late one' }))
  await expect(late).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a request for an unknown email gets the same response and sends no email', async () => {
  const { email } = await signUp()
  const known = await harness.createBrowser().call((client) => client.requestPasswordReset({ email }))
  expect(harness.queue).toHaveLength(1)
  await harness.runJobs()
  expect(
    await harness.createBrowser().call((client) => client.requestPasswordReset({ email: 'no@body.example' })),
  ).toEqual(known)
  expect(harness.queue).toHaveLength(1)
  const sent = harness.emails.length
  await harness.runJobs()
  expect(harness.emails).toHaveLength(sent)
})

test('a password reset link cannot verify an email', async () => {
  const { email } = await signUp()
  const { token } = await recover(email)
  const misused = harness.createBrowser().call((client) => client.verifyEmail({ token }))
  await expect(misused).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a verification link is resent to an unverified person only, and visitors must sign in first', async () => {
  const { browser, email } = await signUp()
  expect(await browser.call((client) => client.resendVerification({}))).toEqual({ email, isVerified: false })
  await harness.runJobs()
  const token = tokenIn(harness.emails.at(-1))
  await browser.call((client) => client.verifyEmail({ token }))
  const sent = harness.emails.length
  expect(await browser.call((client) => client.resendVerification({}))).toEqual({ email, isVerified: true })
  await harness.runJobs()
  expect(harness.emails).toHaveLength(sent)
  await expect(harness.createBrowser().call((client) => client.resendVerification({}))).rejects.toMatchObject(
    { status: 401 },
  )
})
