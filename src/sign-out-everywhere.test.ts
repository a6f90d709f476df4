import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '~/features/identity/server/accounts/create-account'
import { openSession } from '~/features/identity/server/sessions/sessions'
import { issueAuthCode } from '~/features/identity/server/codes/auth-code'
import { issueToken } from '~/features/identity/server/tokens/issue-token'
import { hashPassword } from '~/features/identity/server/public'
import type { Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import { startTestApp } from '~/testing'
import { createAuthClient } from '~/testing-auth-client'
import { createBrowser } from '~/testing-browser'
import { startTextSink } from '~/testing-texts'

// Whoever notices that somebody else is signed in as them signs out everywhere: nothing of the other's may come after that.
const texts = await startTextSink()
const app = await startTestApp({ auth: { sms: texts.sms } })
const { db } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

const password = 'slow house at noon'
const hash = await hashPassword(password)
let people = 0
let userId = ''
let email = ''
let phone = ''
beforeEach(async () => {
  people += 1
  userId = newId()
  email = `ines${people}@moor.example`
  phone = `+4915700000${String(people).padStart(3, '0')}`
  const ines = { id: userId, fullName: 'Ines Moor', email, passwordHash: hash, code: undefined }
  await db.transaction().execute((trx) => createAccount(trx, { ...ines, now: new Date(), isConfirmed: true }))
})

async function ownerInApp() {
  const { client } = createAuthClient(app.address, { ip: app.someAddress() })
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function ownerInBrowser() {
  const browser = createBrowser(app)
  await browser.post('/auth/sign-in', { email, password })
  return browser
}

/** Each is signed in first, so that only the signing out meets what the other does. */
const waysOut: [string, number, () => Promise<() => Promise<unknown>>][] = [
  [
    'everywhere, in an app',
    0,
    async () => {
      const owner = await ownerInApp()
      return async () => expect((await owner.signOut({ scope: 'global' })).error).toBeNull()
    },
  ],
  [
    'everywhere else, in an app',
    1,
    async () => {
      const owner = await ownerInApp()
      return async () => expect((await owner.signOut({ scope: 'others' })).error).toBeNull()
    },
  ],
  [
    'everywhere else, in the settings',
    1,
    async () => {
      const owner = await ownerInBrowser()
      return async () => expect(await owner.remove('/account/sessions')).toMatchObject({ body: { ended: 1 } })
    },
  ],
  [
    'everywhere, by an admin',
    0,
    async () => {
      const admin = createBrowser(app)
      await admin.signIn('admin')
      return async () => expect((await admin.remove(`/admin/users/${userId}/sessions`)).status).toBe(200)
    },
  ],
]

/** A thief's session. */
const openTheirs = () =>
  openSession(db, { userId, ip: '192.0.2.66', userAgent: null, now: new Date(), methods: ['password'] })

async function liveSessions(): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Does `act` while somebody holds the account and has changed something there that is not written yet. */
async function during<Changed>(
  change: (trx: Transaction) => Promise<Changed>,
  act: () => Promise<unknown>,
): Promise<Changed> {
  let isDone = false
  let acting: Promise<unknown> | undefined
  const changed = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const begun = await change(trx)
    acting = act().finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await waiting()) > 0, { timeout: 5000 }).toBe(true)
    return begun
  })
  await acting
  return changed
}

/** Its number waits; answers the code that was sent there. */
async function beginChange(trx: Transaction): Promise<string> {
  await trx.updateTable('accounts').set({ new_phone: phone }).where('id', '=', userId).execute()
  const change = { purpose: 'phone_change', userId, sentTo: phone, now: new Date() } as const
  return (await issueToken(trx, { secret: app.secret, ...change })).code
}

async function confirm(token: string) {
  const { client } = createAuthClient(app.address, { ip: app.someAddress() })
  return client.verifyOtp({ phone, token, type: 'phone_change' })
}

const findNewPhone = async () =>
  (await db.selectFrom('accounts').select('new_phone').where('id', '=', userId).executeTakeFirst())?.new_phone

test.each(waysOut)(
  'A-08 a number that somebody is just about to add does not outlive signing out %s',
  async (_, left, prepare) => {
    const signOut = await prepare()
    const theirs = await openTheirs()
    const token = await during(beginChange, signOut)
    const live = await liveSessions()
    expect(live).toHaveLength(left)
    expect(live).not.toContain(theirs)
    expect(await findNewPhone()).toBeNull()
    expect((await confirm(token)).error).toMatchObject({ code: 'otp_expired' })
  },
)

test('A-08 control: where nobody signs out the number waits for its code, which lets in', async () => {
  const owner = await ownerInApp()
  const token = await during(beginChange, () => owner.signOut({ scope: 'local' }))
  expect(await findNewPhone()).toBe(phone)
  const { data, error } = await confirm(token)
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
})

const trustBrowser = () =>
  db
    .insertInto('trusted_browsers')
    .values({
      token_hash: Buffer.from(userId),
      user_id: userId,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()

const trustedBrowsers = () =>
  db.selectFrom('trusted_browsers').select('user_id').where('user_id', '=', userId).execute()

test.each(waysOut)(
  'A-08 every browser is asked for the second factor again after signing out %s',
  async (_, _left, prepare) => {
    const signOut = await prepare()
    await openTheirs()
    await trustBrowser()
    await signOut()
    expect(await trustedBrowsers()).toEqual([])
  },
)

const newPasswords: [string, () => Promise<unknown>][] = [
  [
    'in an app',
    async () => {
      const { error } = await (await ownerInApp()).updateUser({ password: 'loud house at night' })
      expect(error).toBeNull()
    },
  ],
  [
    'in the settings',
    async () => {
      const change = { currentPassword: password, password: 'loud house at night' }
      const owner = await ownerInBrowser()
      expect((await owner.post('/account/password', change)).status).toBe(200)
    },
  ],
]

test.each(newPasswords)('A-08 so it is after a new password %s', async (_, change) => {
  await trustBrowser()
  await change()
  expect(await trustedBrowsers()).toEqual([])
})

const verifier = 'a verifier of forty-three characters or more'

/** What a link that was opened before gave an app: its code waits to be traded for a session. */
const issueCode = () =>
  issueAuthCode(db, {
    userId,
    challenge: { value: verifier, method: 'plain' },
    amrMethod: 'recovery',
    now: new Date(),
  })

const trade = (code: string) =>
  fetch(`${app.address}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  })

test.each(newPasswords)(
  'A-08 a code that waits to be traded is worth nothing after a new password %s',
  async (_, change) => {
    const code = await issueCode()
    await change()
    const answer = await trade(code)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'flow_state_not_found' }])
  },
)

test('A-08 control: without a new password it opens a session', async () => {
  expect((await trade(await issueCode())).status).toBe(200)
})
