import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { type Browser, createBrowser } from '../support/browser'
import { during } from '../support/lock-waits'
import { createRacer, RACER_PASSWORD } from '../support/racers'
import { startTextSink } from '../support/text-sink'

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
  'the number away': ({ browser }) => browser.remove('/account/phone'),
  'another number': ({ browser }) => browser.post('/account/phone', { phone: '+4915812345678' }),
  'the code of a number': ({ browser }) => browser.post('/account/phone/confirm', { code: '000001' }),
  'no other number': ({ browser }) => browser.remove('/account/phone/change'),
  'another address': ({ browser, email }) => browser.post('/account/email', { email: `new-${email}` }),
  'no other address': ({ browser }) => browser.remove('/account/email'),
  'a code': ({ browser }) => browser.post('/account/code'),
  'another password': ({ browser }) =>
    browser.post('/account/password', { currentPassword: password, password: next }),
  'proof by password': ({ browser }) => browser.post('/account/proof', { password }),
  'proof by code': ({ browser }) => browser.post('/account/proof', { code: '000001' }),
  'no other sessions': ({ browser }) => browser.remove('/account/sessions'),
  'an authenticator': ({ browser }) => browser.post('/me/factors/totp'),
  'a phone as a factor': ({ browser }) => browser.post('/me/factors/phone', { phone: '+4915812345678' }),
  'a passkey': ({ browser }) => browser.post('/me/passkeys/options'),
  'recovery codes': ({ browser }) => browser.post('/me/recovery-codes'),
  'no trusted browsers': ({ browser }) => browser.remove('/me/trusted-browsers'),
  'to be deleted': ({ browser }) => browser.post('/account/removal', { password }),
  'a code to be deleted': ({ browser }) => browser.post('/account/removal/code'),
  'an archive': ({ browser }) => browser.post('/account/export'),
  'another mail': ({ browser }) => browser.post('/auth/resend'),
  'to sign in': ({ email }) => createBrowser(app).post('/auth/sign-in', { email, password }),
  'to sign in with a code': ({ email }) =>
    createBrowser(app).post('/auth/code/enter', { email, code: '000001' }),
  'to sign in in an app': ({ email }) =>
    byApp('POST', '/token?grant_type=password', { body: { email, password } }),
  'another name in an app': ({ token }) => byApp('PUT', '/user', { token, body: { data: { a: 1 } } }),
  'another password in an app': ({ token }) => byApp('PUT', '/user', { token, body: { password: next } }),
  'a factor in an app': ({ token }) => byApp('POST', '/factors', { token, body: { factor_type: 'totp' } }),
  'to leave in an app': ({ token }) => byApp('POST', '/logout?scope=global', { token }),
}

test.each(Object.entries(asked))('A-08 %s, for an account that is being deleted', async (_, ask) => {
  const one = await person()
  errors.length = 0
  const { acted } = await during(db, one.userId, {
    change: (trx) => trx.deleteFrom('accounts').where('id', '=', one.userId).execute(),
    act: () => ask(one),
  })
  expect(errors).toEqual([])
  expect(acted.status).toBeLessThan(500)
})
