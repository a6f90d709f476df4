import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { issueAuthCode } from '~/features/identity/server/sign-in/auth-code'
import { hashPassword } from '~/features/identity/server/public'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { during } from '../support/lock-waits'
import {
  createRacer,
  endAll,
  liveSessions,
  RACER_PASSWORD,
  racerInApp,
  racerInBrowser,
  trustBrowser,
  trustedBrowsers,
} from '../support/race-accounts'

// After a password change, no session or sign-in started with the old password continues.
const app = await startTestApp()
const { db } = app
afterAll(app.stop)

const otherHash = hashPassword('loud house at night')
let userId = ''
let email = ''
beforeEach(async () => {
  ;({ userId, email } = await createRacer(db))
})

const newPasswords: [string, () => Promise<unknown>][] = [
  [
    'in an app',
    async () => {
      const { error } = await (await racerInApp(app, email)).updateUser({ password: 'loud house at night' })
      expect(error).toBeNull()
    },
  ],
  [
    'in the settings',
    async () => {
      const change = { currentPassword: RACER_PASSWORD, password: 'loud house at night' }
      const owner = await racerInBrowser(app, email)
      expect((await owner.post('/account/password', change)).status).toBe(200)
    },
  ],
]

test.each(newPasswords)(
  'A-08 a new password %s makes every trusted browser verify the factor again',
  async (_, change) => {
    await trustBrowser(db, userId)
    await change()
    expect(await trustedBrowsers(db, userId)).toEqual([])
  },
)

const verifier = 'a verifier of forty-three characters or more'

/** Issues an authorization code for an app, as an emailed link does, and does not exchange it. */
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
  'A-08 a new password %s invalidates authorization codes that were not exchanged yet',
  async (_, change) => {
    const code = await issueCode()
    await change()
    const answer = await trade(code)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'flow_state_not_found' }])
  },
)

test('A-08 control: without a new password, the authorization code starts a session', async () => {
  expect((await trade(await issueCode())).status).toBe(200)
})

/** Changes the password and ends every session, like a reset link. */
async function changePassword(trx: Transaction) {
  await trx
    .updateTable('accounts')
    .set({ password_hash: await otherHash })
    .where('id', '=', userId)
    .execute()
  await endAll(trx, userId)
}

const signIns: [string, () => Promise<number | undefined>, number][] = [
  [
    'the pages',
    async () => (await createBrowser(app).post('/auth/sign-in', { email, password: RACER_PASSWORD })).status,
    401,
  ],
  [
    'an app',
    async () => {
      const { client } = createAuthClient(app.address, { ip: app.someAddress() })
      return (await client.signInWithPassword({ email, password: RACER_PASSWORD })).error?.status
    },
    400,
  ],
]

test.each(signIns)(
  'A-08 no session starts when the password changes while it is checked: %s',
  async (_, signIn, status) => {
    const { acted } = await during(db, userId, { change: changePassword, act: signIn })
    expect(acted).toBe(status)
    expect(await liveSessions(db, userId)).toEqual([])
  },
)

test('A-08 control: a session starts when the password stays the same', async () => {
  await during(db, userId, { change: (trx) => endAll(trx, userId), act: () => racerInApp(app, email) })
  expect(await liveSessions(db, userId)).toHaveLength(1)
})
