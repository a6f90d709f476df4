import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { createPostman, tokenIn } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAdminProgram } from '../support/admin-program'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { createRacer, liveSessions, racerInApp, racerInBrowser } from '../support/race-accounts'
import { startTextSink } from '../support/fake-sms-provider'

// Changes that an intruder started in the owner's account and the owner then noticed.
let texts: Awaited<ReturnType<typeof startTextSink>>
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  texts = await startTextSink()
  app = await startTestApp({ auth: { sms: texts.sms, confirmEmail: false } })
})
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

const newClient = () => createAuthClient(app.address, { ip: app.someAddress() }).client

async function signIn(email: string, password: string) {
  const client = newClient()
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

type Client = ReturnType<typeof newClient>

const sessionEndings: [string, (owner: Client) => Promise<{ error: unknown }>][] = [
  ['a password reset', (owner) => owner.updateUser({ password: 'what nobody else knows' })],
  ['signing out everywhere else', (owner) => owner.signOut({ scope: 'others' })],
  ['signing out everywhere', (owner) => owner.signOut({ scope: 'global' })],
]

test.each(sessionEndings)('A-08 a thief’s pending phone is removed by %s', async (name, leave) => {
  const phone = `+4917098765${10 + sessionEndings.findIndex(([one]) => one === name)}`
  const key = ['mara', 'juno', 'temi'][sessionEndings.findIndex(([one]) => one === name)] ?? ''
  const thief = await signIn(getPersonEmail(key), DEMO_PASSWORD)
  const owner = await signIn(getPersonEmail(key), DEMO_PASSWORD)
  expect((await thief.updateUser({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  expect((await leave(owner)).error).toBeNull()
  const { data, error } = await newClient().verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toMatchObject({ code: 'otp_expired' })
  expect(data.session).toBeNull()
})

test.each(sessionEndings)(
  'A-08 a thief’s pending email, which the current email need not confirm, is removed by %s',
  async (name, leave) => {
    const postman = createPostman(app.dataDir)
    const n = sessionEndings.findIndex(([one]) => one === name)
    const [email, taken] = [`ada${n}@lind.example`, `thief${n}@evil.example`]
    const owner = newClient()
    expect((await owner.signUp({ email, password: 'a long password' })).error).toBeNull()
    await app.db.updateTable('accounts').set({ email_verified_at: null }).where('email', '=', email).execute()
    const thief = await signIn(email, 'a long password')
    expect((await thief.updateUser({ email: taken })).error).toBeNull()
    const message = await postman.next(taken)
    expect((await leave(owner)).error).toBeNull()
    const { error } = await newClient().verifyOtp({ token_hash: tokenIn(message), type: 'email_change' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  },
)

test('A-08 an email change that both addresses must confirm stays pending after a new password', async () => {
  const owner = await signIn(getPersonEmail('owen'), DEMO_PASSWORD)
  expect((await owner.updateUser({ email: 'owen@new.example' })).error).toBeNull()
  expect((await owner.updateUser({ password: 'what nobody else knows' })).error).toBeNull()
  expect((await owner.getUser()).data.user?.new_email).toBe('owen@new.example')
})

test('A-08 a suspended person cannot change their phone', async () => {
  const phone = '+491709876520'
  const person = await signIn(getPersonEmail('sofia'), DEMO_PASSWORD)
  expect((await person.updateUser({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  const sofia = app.db.updateTable('accounts').where('id', '=', getPersonId('sofia'))
  await sofia.set({ suspended_until: new Date(Date.now() + 3_600_000) }).execute()
  const { error } = await newClient().verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toMatchObject({ code: 'user_banned' })
  await sofia.set({ suspended_until: null }).execute()
  const account = app.db.selectFrom('accounts').select('phone').where('id', '=', getPersonId('sofia'))
  expect(await account.executeTakeFirst()).toEqual({ phone: null })
})

/**
 * Starts an intruder's app session in another person's account, and requests a code to add this phone. Returns the
 * account and the code.
 */
async function thiefOf(phone: string) {
  const { userId, email } = await createRacer(app.db)
  const thief = await racerInApp(app, email)
  expect((await thief.updateUser({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  return { userId, email, token }
}

async function asAdmin(method: string, path: string, body?: object) {
  const admin = createBrowser(app)
  await admin.signIn('admin')
  const answer = await fetch(`${app.address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': app.someAddress(),
      cookie: admin.cookie(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
}

const suspension = () => ({
  until: new Date(Date.now() + 86_400_000).toISOString(),
  reason: 'Somebody else is in it',
  was: null,
})

const others: [string, string, (userId: string, email: string) => Promise<unknown>][] = [
  [
    'an admin ends that session',
    '+491709876530',
    async (userId) => {
      const [id] = await liveSessions(app.db, userId)
      await asAdmin('DELETE', `/admin/users/${userId}/sessions/${id}`)
    },
  ],
  [
    'the account is suspended in the panel, and let go on',
    '+491709876531',
    async (userId) => {
      await asAdmin('PUT', `/admin/users/${userId}/suspension`, suspension())
      await app.db
        .updateTable('accounts')
        .set({ suspended_until: null, suspended_reason: null })
        .where('id', '=', userId)
        .execute()
    },
  ],
  [
    'it is suspended by a program, and let go on',
    '+491709876532',
    async (userId) => {
      const { admin } = await createAdminProgram(app)
      expect((await admin.updateUserById(userId, { ban_duration: '24h' })).error).toBeNull()
      expect((await admin.updateUserById(userId, { ban_duration: 'none' })).error).toBeNull()
    },
  ],
  [
    'its owner adds a first second factor elsewhere',
    '+491709876533',
    async (_, email) => {
      const owner = await racerInBrowser(app, email)
      const { factorId, secret } = (
        await owner.post<{ factorId: string; secret: string }>('/me/factors/totp')
      ).body
      const { challengeId } = (
        await owner.post<{ challengeId: string }>(`/auth/factors/${factorId}/challenge`)
      ).body
      const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
      expect((await owner.post(`/auth/factors/${factorId}/verify`, { challengeId, code })).status).toBe(200)
    },
  ],
]

test.each(others)('A-08 a thief’s pending phone is removed when %s', async (_, phone, end) => {
  const { userId, email, token } = await thiefOf(phone)
  await end(userId, email)
  expect(await liveSessions(app.db, userId)).toHaveLength(phone.endsWith('33') ? 1 : 0)
  const { data, error } = await newClient().verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toMatchObject({ code: 'otp_expired' })
  expect(data.session).toBeNull()
})

test('A-08 control: if nothing else happens, the pending phone is verified by its code', async () => {
  const phone = '+491709876534'
  const { token } = await thiefOf(phone)
  expect((await newClient().verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
})
