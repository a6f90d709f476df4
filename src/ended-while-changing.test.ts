import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '~/features/identity/server/accounts/create-account'
import { hashPassword } from '~/features/identity/server/public'
import { newId } from '~/lib/ids'
import { startTestApp } from '~/testing'
import { createAuthClient } from '~/testing-auth-client'
import { createBrowser } from '~/testing-browser'
import { startTextSink } from '~/testing-texts'

// A session that its owner ends while it is changing how they get in changes nothing any more.
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
let identityId = ''
beforeEach(async () => {
  people += 1
  userId = newId()
  identityId = newId()
  email = `noor${people}@moor.example`
  phone = `+4915800000${String(people).padStart(3, '0')}`
  const now = new Date()
  const noor = { id: userId, fullName: 'Noor Moor', email, phone, passwordHash: hash, code: undefined, now }
  await db.transaction().execute((trx) => createAccount(trx, { ...noor, isConfirmed: true }))
  await sql`update accounts set new_email = ${`waits-${email}`}, new_phone = '+4915811111111' where id = ${userId}`.execute(
    db,
  )
  await db
    .insertInto('identities')
    .values({ id: identityId, user_id: userId, provider: 'github', provider_id: userId })
    .execute()
})

type Browser = ReturnType<typeof createBrowser>
const changes: [string, (browser: Browser) => Promise<{ status: number }>][] = [
  [
    'asks for another number',
    (browser) => browser.post('/account/phone', { phone: phone.replace('158', '159') }),
  ],
  ['asks for another address', (browser) => browser.post('/account/email', { email: `thief-${email}` })],
  ['gives up the number that waits', (browser) => browser.remove('/account/phone/change')],
  ['gives up the address that waits', (browser) => browser.remove('/account/email')],
  ['takes the number away', (browser) => browser.remove('/account/phone')],
  [
    'sets another password',
    (browser) =>
      browser.post('/account/password', { currentPassword: password, password: 'what nobody knows' }),
  ],
  [
    'unlinks an account elsewhere',
    (browser) => browser.post('/account/identities/unlink', { id: identityId }),
  ],
]

/** Everything of the account that a change could touch. */
async function readAccount() {
  const { rows } = await sql`
    select email, phone, new_email, new_phone, password_hash,
      (select count(*)::int from identities i where i.user_id = a.id) as identities
    from accounts a where id = ${userId}`.execute(db)
  return rows[0]
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** Makes the call, and while it waits for the account does what is given. */
async function meanwhile<Answer>(call: () => Promise<Answer>, happens: 'ends' | 'stays'): Promise<Answer> {
  const calling = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', userId).forUpdate().execute()
    const answer = call()
    await expect.poll(isSomebodyWaiting, { timeout: 5000 }).toBe(true)
    if (happens === 'ends')
      await trx.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', userId).execute()
    return { answer }
  })
  return calling.answer
}

async function signedIn(): Promise<Browser> {
  const browser = createBrowser(app)
  expect((await browser.post('/auth/sign-in', { email, password })).status).toBe(200)
  return browser
}

test.each(changes)(
  'A-08 a session that ends while it %s is told so, and changes nothing',
  async (_, change) => {
    const browser = await signedIn()
    const before = await readAccount()
    expect((await meanwhile(() => change(browser), 'ends')).status).toBe(401)
    expect(await readAccount()).toEqual(before)
  },
)

test.each(changes)('A-08 control: one that goes on does it when it %s', async (_, change) => {
  const browser = await signedIn()
  const before = await readAccount()
  expect((await meanwhile(() => change(browser), 'stays')).status).toBe(200)
  expect(await readAccount()).not.toEqual(before)
})

test('A-08 so it is in an app that unlinks an account elsewhere', async () => {
  const { client } = createAuthClient(app.address, { ip: app.someAddress() })
  const { data } = await client.signInWithPassword({ email, password })
  const unlink = () =>
    fetch(`${app.address}/auth/v1/user/identities/${identityId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
  const answer = await meanwhile(unlink, 'ends')
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'session_not_found' }])
  expect(await readAccount()).toMatchObject({ identities: 1 })
})
