import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import { confirmPassword } from './passwords/confirm-password'
import { resetAccountLimits } from './limits/reset-limits'
import { verifyEmailJob } from './email-and-sms/jobs'
import { issueToken } from './tokens/issue-token'
import { hashPassword } from './passwords/password-hash'
import { getCookieName } from './sessions/cookies'
import { sealSessionId, SESSION_COOKIE } from './sessions/session-cookie'
import { insertSession } from './sessions/sessions'
import { changeNotificationJob } from './email-and-sms/notify-of-change'
import { createIdentityHarness } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
let userId = ''
let browser: ReturnType<typeof harness.createBrowser>
beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
  const { db } = database
  const account = await db
    .insertInto('accounts')
    .values({ phone: '+447700900123', password_hash: await hashPassword('first password') })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = account.id
  await db.insertInto('profiles').values({ id: userId, full_name: 'Ana Reyes' }).execute()
  await db.insertInto('user_roles').values({ user_id: userId, role: 'customer' }).execute()
  const now = harness.clock.now
  const session = await insertSession(db, { userId, ip: null, userAgent: null, now, methods: ['password'] })
  browser = harness.createBrowser()
  browser.setCookie(`${getCookieName(SESSION_COOKIE, true)}=${sealSessionId(session, harness.secret)}`)
})
afterAll(() => database.drop())
beforeEach(() => {
  harness.emails.length = 0
  harness.queue.length = 0
})

test('an account with only a phone is signed in without an email', async () => {
  expect(await browser.call((client) => client.me())).toMatchObject({
    id: userId,
    fullName: 'Ana Reyes',
    email: null,
    isEmailVerified: false,
  })
})

test('an account with only a phone has nothing to verify and gets no emails', async () => {
  await expect(browser.call((client) => client.resendVerification({}))).rejects.toMatchObject({ status: 401 })
  expect(harness.queue).toEqual([])
  const { jobs } = harness
  await jobs.enqueue(database.db, verifyEmailJob, { userId })
  const notified = { userId, what: 'password_changed', at: harness.clock.now.toISOString(), ip: null }
  await jobs.enqueue(database.db, changeNotificationJob, notified)
  await harness.runJobs()
  expect(harness.emails).toEqual([])
})

test('a link sent to a former email verifies nothing', async () => {
  const { token } = await issueToken(database.db, {
    userId,
    purpose: 'verify_email',
    sentTo: 'ana@before.example',
    secret: harness.secret,
    now: harness.clock.now,
  })
  const stranger = harness.createBrowser()
  const dead = { code: 'LINK_INVALID' }
  await expect(stranger.call((client) => client.verifyEmail({ token }))).rejects.toMatchObject(dead)
  await expect(stranger.call((client) => client.resendVerification({ token }))).rejects.toMatchObject(dead)
  const account = await database.db
    .selectFrom('accounts')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(account.email_verified_at).toBeNull()
})

test('an account with only a phone can confirm its password, and has its own limit of guesses', async () => {
  const limits = createLimits()
  const now = () => harness.clock.now
  const requestHeaders = new Headers()
  const context = { db: database.db, limits, ip: '192.0.2.7', secret: harness.secret, now, requestHeaders }
  const confirm = (password: string) => confirmPassword(context, { userId, password })
  expect(await confirm('first password')).toBe('confirmed')
  expect(await confirm('another password')).toBe('wrong')
  const left = { points: 1, seconds: 86_400 }
  await expect(limits.check('confirm_account', userId, left)).rejects.toMatchObject({ status: 429 })
  await limits.check('confirm_account', 'null', left)
  await resetAccountLimits(limits, { userId, email: null })
  await limits.check('confirm_account', userId, left)
})

test('an account without a password confirms an action with a code that works once', async () => {
  const { db } = database
  const { secret } = harness
  const now = () => harness.clock.now
  const requestHeaders = new Headers()
  const context = { db, limits: createLimits(), ip: '192.0.2.8', secret, now, requestHeaders }
  await db.updateTable('accounts').set({ password_hash: null }).where('id', '=', userId).execute()
  const confirm = (password: string) => confirmPassword(context, { userId, password })
  expect(await confirm('first password')).toBe('wrong')
  const sentTo = '+447700900123'
  const { code } = await issueToken(db, { secret, purpose: 'reauthenticate', userId, sentTo, now: now() })
  expect(await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe('confirmed')
  expect(await confirm(code)).toBe('wrong')
})
