import { afterAll, beforeEach, expect, test } from 'vitest'
import { issueAuthCode } from '~/features/identity/server/sign-in/auth-code'
import { insertSession } from '~/features/identity/server/sessions/sessions'
import { issueToken } from '~/features/identity/server/tokens/issue-token'
import type { Transaction } from '~/database/connect'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { during } from '../support/lock-waits'
import {
  createRacer,
  endAll,
  liveSessions,
  racerInApp,
  racerInBrowser,
  trustBrowser,
  trustedBrowsers,
} from '../support/race-accounts'
import { startTextSink } from '../support/fake-sms-provider'

// A person who notices an intruder signs out everywhere: no later action of the intruder's session may succeed.
const texts = await startTextSink()
const app = await startTestApp({ auth: { sms: texts.sms } })
const { db } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

let userId = ''
let email = ''
let phone = ''
beforeEach(async () => {
  ;({ userId, email, phone } = await createRacer(db))
})

/** Each way to end sessions is prepared first, so that only its last step races with the other action. */
const sessionEndings: [string, number, () => Promise<() => Promise<unknown>>][] = [
  [
    'everywhere, in an app',
    0,
    async () => {
      const owner = await racerInApp(app, email)
      return async () => expect((await owner.signOut({ scope: 'global' })).error).toBeNull()
    },
  ],
  [
    'everywhere else, in an app',
    1,
    async () => {
      const owner = await racerInApp(app, email)
      return async () => expect((await owner.signOut({ scope: 'others' })).error).toBeNull()
    },
  ],
  [
    'everywhere else, in the settings',
    1,
    async () => {
      const owner = await racerInBrowser(app, email)
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

const there: (typeof sessionEndings)[number] = [
  'there',
  1,
  async () => {
    const owner = await racerInBrowser(app, email)
    return async () => {
      const { body } = await owner.get<{ sessions: { id: string; isThis: boolean }[] }>('/account/sessions')
      for (const { id } of body.sessions.filter(({ isThis }) => !isThis))
        expect((await owner.remove(`/account/sessions/${id}`)).status).toBe(200)
    }
  },
]

const openTheirs = () =>
  insertSession(db, { userId, ip: '192.0.2.66', userAgent: null, now: new Date(), methods: ['password'] })

/** Starts a phone change for the account; returns the code that was sent. */
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

test.each([...sessionEndings, there])(
  'A-08 signing out %s cancels a phone change that another session has just started',
  async (_, left, prepare) => {
    const signOut = await prepare()
    const theirs = await openTheirs()
    const { changed: token } = await during(db, userId, { change: beginChange, act: signOut })
    const live = await liveSessions(db, userId)
    expect(live).toHaveLength(left)
    expect(live).not.toContain(theirs)
    expect(await findNewPhone()).toBeNull()
    expect((await confirm(token)).error).toMatchObject({ code: 'otp_expired' })
  },
)

test('A-08 control: signing out of one session keeps the phone change, and its code verifies the phone', async () => {
  const owner = await racerInApp(app, email)
  const act = () => owner.signOut({ scope: 'local' })
  const { changed: token } = await during(db, userId, { change: beginChange, act })
  expect(await findNewPhone()).toBe(phone)
  const { data, error } = await confirm(token)
  expect(error).toBeNull()
  expect(data.session).not.toBeNull()
})

test('A-08 a session that ends while it signs out everywhere else ends no other session', async () => {
  const there = await openTheirs()
  const owner = await racerInBrowser(app, email)
  const endOurs = async (trx: Transaction) => {
    await endAll(trx, userId)
    await trx.updateTable('sessions').set({ ended_at: null }).where('id', '=', there).execute()
  }
  const act = () => owner.remove('/account/sessions')
  expect((await during(db, userId, { change: endOurs, act })).acted.status).toBe(401)
  expect(await liveSessions(db, userId)).toEqual([there])
})

test('A-08 a session with the password only ends no session with a verified factor', async () => {
  const factor = { user_id: userId, kind: 'phone', phone, status: 'verified' }
  await db.insertInto('auth_factors').values(factor).execute()
  const shown = await insertSession(db, {
    userId,
    ip: null,
    userAgent: null,
    now: new Date(),
    methods: ['password', 'totp'],
    assurance: 'aal2',
  })
  const client = await racerInApp(app, email)
  await client.signOut({ scope: 'others' })
  expect(await liveSessions(db, userId)).toContain(shown)
  const other = await racerInApp(app, email)
  expect((await other.signOut({ scope: 'global' })).error).toBeNull()
  expect(await liveSessions(db, userId)).toHaveLength(2)
  expect(await liveSessions(db, userId)).toContain(shown)
})

test.each(sessionEndings)(
  'A-08 signing out %s invalidates authorization codes that were not exchanged yet',
  async (_, _left, prepare) => {
    const verifier = 'v'.repeat(50)
    const issue = () =>
      issueAuthCode(db, {
        userId,
        challenge: { value: verifier, method: 'plain' },
        amrMethod: 'otp',
        now: new Date(),
      })
    const trade = async (code: string) =>
      fetch(`${app.address}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
        body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
      })
    // Control: without signing out, such a code can be exchanged.
    expect((await trade(await issue())).status).toBe(200)
    const signOut = await prepare()
    const code = await issue()
    await signOut()
    expect(await (await trade(code)).json()).toMatchObject({ code: 'flow_state_not_found' })
  },
)

test.each(sessionEndings)(
  'A-08 after signing out %s, every trusted browser must verify the factor again',
  async (_, _left, prepare) => {
    const signOut = await prepare()
    await openTheirs()
    await trustBrowser(db, userId)
    await signOut()
    expect(await trustedBrowsers(db, userId)).toEqual([])
  },
)
