import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/browser'
import { during } from '../support/lock-waits'
import { createRacer, RACER_PASSWORD } from '../support/race-accounts'
import { startTextSink } from '../support/fake-sms-provider'

// A session that its owner ends during a change of sign-in methods changes nothing.
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
let identityId = ''
beforeEach(async () => {
  ;({ userId, email, phone } = await createRacer(db))
  identityId = newId()
  await sql`update accounts set phone = ${phone}, phone_verified_at = now(), new_email = ${`waits-${email}`},
    new_phone = '+4915811111111' where id = ${userId}`.execute(db)
  await db
    .insertInto('identities')
    .values({ id: identityId, user_id: userId, provider: 'github', provider_id: userId })
    .execute()
})

type Browser = ReturnType<typeof createBrowser>

/** Starts a phone change with a number and its code; returns the call that confirms it. */
async function waitForNumber(browser: Browser): Promise<() => Promise<{ status: number }>> {
  const wanted = phone.replace('157', '158')
  expect((await browser.post('/account/phone', { phone: wanted })).status).toBe(200)
  const code = /^\d{6}/.exec((await texts.next(wanted)).text)?.[0] ?? ''
  return () => browser.post('/account/phone/confirm', { code })
}
const changes: [string, (browser: Browser) => Promise<{ status: number }>][] = [
  [
    'asks for another number',
    (browser) => browser.post('/account/phone', { phone: phone.replace('157', '159') }),
  ],
  ['asks for another address', (browser) => browser.post('/account/email', { email: `thief-${email}` })],
  ['gives up the number that waits', (browser) => browser.remove('/account/phone/change')],
  ['gives up the address that waits', (browser) => browser.remove('/account/email')],
  ['takes the number away', (browser) => browser.remove('/account/phone')],
  [
    'sets another password',
    (browser) =>
      browser.post('/account/password', { currentPassword: RACER_PASSWORD, password: 'what nobody knows' }),
  ],
  ['deletes the account', (browser) => browser.post('/account/removal', { password: RACER_PASSWORD })],
  [
    'unlinks an account elsewhere',
    (browser) => browser.post('/account/identities/unlink', { id: identityId }),
  ],
]

/** Returns all account data that a change could affect. */
async function readAccount() {
  const { rows } = await sql`
    select email, phone, new_email, new_phone, password_hash,
      (select count(*)::int from identities i where i.user_id = a.id) as identities
    from accounts a where id = ${userId}`.execute(db)
  return rows[0]
}

const endAll = (trx: Transaction) =>
  trx.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', userId).execute()

async function meanwhile<Answer>(act: () => Promise<Answer>, happens: 'ends' | 'stays'): Promise<Answer> {
  const change = async (trx: Transaction) => (happens === 'ends' ? endAll(trx) : undefined)
  return (await during(db, userId, { change, act })).acted
}

async function signedIn(): Promise<Browser> {
  const browser = createBrowser(app)
  expect((await browser.post('/auth/sign-in', { email, password: RACER_PASSWORD })).status).toBe(200)
  return browser
}

test.each(changes)(
  'A-08 a session that ends while it %s gets an error and changes nothing',
  async (_, change) => {
    const browser = await signedIn()
    const before = await readAccount()
    expect((await meanwhile(() => change(browser), 'ends')).status).toBe(401)
    expect(await readAccount()).toEqual(before)
  },
)

test.each(changes)('A-08 control: a live session succeeds when it %s', async (_, change) => {
  const browser = await signedIn()
  const before = await readAccount()
  expect((await meanwhile(() => change(browser), 'stays')).status).toBe(200)
  expect(await readAccount()).not.toEqual(before)
})

test('A-08 a session that ends while an app unlinks a provider account changes nothing', async () => {
  const { client } = createAuthClient(app.address, { ip: app.someAddress() })
  const { data } = await client.signInWithPassword({ email, password: RACER_PASSWORD })
  const unlink = () =>
    fetch(`${app.address}/auth/v1/user/identities/${identityId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
  const answer = await meanwhile(unlink, 'ends')
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'session_not_found' }])
  expect(await readAccount()).toMatchObject({ identities: 1 })
})

test('A-08 a phone code entered while the session ends verifies nothing', async () => {
  const browser = await signedIn()
  const confirm = await waitForNumber(browser)
  const before = await readAccount()
  expect((await meanwhile(confirm, 'ends')).status).toBe(401)
  expect(await readAccount()).toEqual(before)
})

test('A-08 a phone code entered while the account is being suspended verifies nothing', async () => {
  const browser = await signedIn()
  const confirm = await waitForNumber(browser)
  const before = await readAccount()
  const suspend = (trx: Transaction) =>
    trx
      .updateTable('accounts')
      .set({ suspended_until: new Date(Date.now() + 3_600_000) })
      .where('id', '=', userId)
      .execute()
  const { acted } = await during(db, userId, { change: suspend, act: confirm })
  expect(acted.status).toBe(401)
  expect(await readAccount()).toEqual(before)
})

test('A-08 control: in a live session, the phone code verifies the phone', async () => {
  const browser = await signedIn()
  const confirm = await waitForNumber(browser)
  expect((await meanwhile(confirm, 'stays')).status).toBe(200)
  expect(await readAccount()).toMatchObject({ phone: phone.replace('157', '158'), new_phone: null })
})
