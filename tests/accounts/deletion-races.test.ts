import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { type Browser, createBrowser } from '../support/browser'
import { during } from '../support/lock-waits'
import { createRacer, RACER_PASSWORD } from '../support/race-accounts'
import { startTextSink } from '../support/fake-sms-provider'

// Requests for an account that is deleted at the same moment: they are refused cleanly, without errors.
const texts = await startTextSink()
const errors: string[] = []
const write = (line: string) => {
  if ((JSON.parse(line) as { level: number }).level >= 50) errors.push(line)
}
const app = await startTestApp({ auth: { sms: texts.sms }, logTo: { write } })
const { db, address } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

interface Person {
  browser: Browser
  email: string
  token: string
}

async function person() {
  const { userId, email, phone } = await createRacer(db)
  await db
    .updateTable('accounts')
    .set({ phone, phone_verified_at: new Date(), new_email: `waits-${email}`, new_phone: '+4915811111111' })
    .where('id', '=', userId)
    .execute()
  const browser = createBrowser(app)
  await browser.post('/auth/sign-in', { email, password: RACER_PASSWORD })
  const { client } = createAuthClient(address, { ip: app.someAddress() })
  const { data } = await client.signInWithPassword({ email, password: RACER_PASSWORD })
  return { userId, browser, email, token: data.session?.access_token ?? '' }
}

async function byApp(method: string, path: string, { token, body }: { token?: string; body?: object }) {
  const { status } = await fetch(`${address}/auth/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status }
}

const password = RACER_PASSWORD
const next = 'what nobody knows'
const asked: Record<string, (person: Person) => Promise<{ status: number }>> = {
  'removing the phone': ({ browser }) => browser.remove('/account/phone'),
  'a new phone': ({ browser }) => browser.post('/account/phone', { phone: '+4915812345678' }),
  'confirming a phone': ({ browser }) => browser.post('/account/phone/confirm', { code: '000001' }),
  'canceling a phone change': ({ browser }) => browser.remove('/account/phone/change'),
  'a new email': ({ browser, email }) => browser.post('/account/email', { email: `new-${email}` }),
  'canceling an email change': ({ browser }) => browser.remove('/account/email'),
  'requesting a code': ({ browser }) => browser.post('/account/code'),
  'a new password': ({ browser }) =>
    browser.post('/account/password', { currentPassword: password, password: next }),
  'reauthentication by password': ({ browser }) => browser.post('/account/proof', { password }),
  'reauthentication by code': ({ browser }) => browser.post('/account/proof', { code: '000001' }),
  'ending other sessions': ({ browser }) => browser.remove('/account/sessions'),
  'an authenticator': ({ browser }) => browser.post('/me/factors/totp'),
  'a phone as a factor': ({ browser }) => browser.post('/me/factors/phone', { phone: '+4915812345678' }),
  'a passkey': ({ browser }) => browser.post('/me/passkeys/options'),
  'recovery codes': ({ browser }) => browser.post('/me/recovery-codes'),
  'ending trust in browsers': ({ browser }) => browser.remove('/me/trusted-browsers'),
  'deleting the account': ({ browser }) => browser.post('/account/removal', { password }),
  'requesting a deletion code': ({ browser }) => browser.post('/account/removal/code'),
  'requesting an archive': ({ browser }) => browser.post('/account/export'),
  'resending the verification email': ({ browser }) => browser.post('/auth/resend'),
  'signing in': ({ email }) => createBrowser(app).post('/auth/sign-in', { email, password }),
  'signing in with a code': ({ email }) =>
    createBrowser(app).post('/auth/code/enter', { email, code: '000001' }),
  'signing in in an app': ({ email }) =>
    byApp('POST', '/token?grant_type=password', { body: { email, password } }),
  'a new name in an app': ({ token }) => byApp('PUT', '/user', { token, body: { data: { a: 1 } } }),
  'a new password in an app': ({ token }) => byApp('PUT', '/user', { token, body: { password: next } }),
  'a factor in an app': ({ token }) => byApp('POST', '/factors', { token, body: { factor_type: 'totp' } }),
  'signing out in an app': ({ token }) => byApp('POST', '/logout?scope=global', { token }),
}

test.each(Object.entries(asked))(
  'A-08 %s causes no server error while the account is being deleted',
  async (_, ask) => {
    const one = await person()
    errors.length = 0
    const { acted } = await during(db, one.userId, {
      change: (trx) => trx.deleteFrom('accounts').where('id', '=', one.userId).execute(),
      act: () => ask(one),
    })
    expect(errors).toEqual([])
    expect(acted.status).toBeLessThan(500)
  },
)
