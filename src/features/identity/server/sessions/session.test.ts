import { generateToken } from '../tokens/random-token'
import { formatBrowserCookie, findBrowserToken } from '../providers/flow-secrets'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'
import * as passwordHash from '../passwords/password-hash'
import { formatSuspension } from '../../rules/suspended-sentence'
import { findSessionId, sealSessionId } from './session-cookie'
import { endSessions } from './sessions'
import { createIdentityHarness } from '../testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createIdentityHarness>
const email = 'juno@okafor.example'
const password = 'slow techno at noon'

beforeAll(async () => {
  database = await createTestDatabase()
  harness = createIdentityHarness(database.db)
  await harness.createBrowser().call((client) => client.signUp({ fullName: 'Juno Okafor', email, password }))
})
afterAll(() => database.drop())

async function signIn(next?: string) {
  const browser = harness.createBrowser()
  const answer = await browser.call((client) => client.signIn({ email, password, next }))
  return { browser, answer }
}

test('the session cookie is HttpOnly, Lax and Secure', async () => {
  const { browser, answer } = await signIn('/checkout/1')
  expect(browser.setCookies).toEqual([
    expect.stringMatching(
      /^__Host-b2b_session=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  expect(answer.landingPath).toBe('/checkout/1')
  expect(answer.me).toMatchObject({ email, homePath: '/customer/dashboard' })
  expect(JSON.stringify(answer)).not.toContain(browser.cookie().slice('__Host-b2b_session='.length, 40))
})

test('over plain http the cookie is not Secure, so that a demo on localhost works', async () => {
  const plain = createIdentityHarness(database.db, { publicUrl: 'http://localhost:3000' }).createBrowser()
  await plain.call((client) => client.signIn({ email, password }))
  expect(plain.setCookies[0]).toMatch(/^b2b_session=/)
  expect(plain.setCookies[0]).not.toContain('Secure')
})

test('A-08 ignores cookies that a sibling domain plants over https', async () => {
  const { browser } = await signIn()
  const theirs = browser.cookie().replace('__Host-', '')
  expect(theirs).toMatch(/^b2b_session=/)
  expect(await harness.resolveCaller(new Headers({ cookie: theirs }))).toBeNull()
  expect(
    await harness.resolveCaller(new Headers({ cookie: `${theirs}; ${browser.cookie()}` })),
  ).not.toBeNull()
  const planted = generateToken()
  expect(findBrowserToken(new Headers({ cookie: `b2b_flow=${planted}` }), true)).toBeUndefined()
  const [own = ''] = formatBrowserCookie(planted, true).split(';')
  expect(own).toBe(`__Host-b2b_flow=${planted}`)
  expect(findBrowserToken(new Headers({ cookie: `b2b_flow=${generateToken()}; ${own}` }), true)).toBe(planted)
  // Browsers accept the prefix __Host- only with the attribute Secure.
  expect(formatBrowserCookie(planted, true)).toMatch(/; Path=\/; .*; Secure$/)
  expect(formatBrowserCookie(planted, true)).not.toContain('Domain')
})

test('N-03 a copied session cookie stops working immediately after signing out', async () => {
  const { browser } = await signIn()
  const copied = browser.cookie()
  await browser.call((client) => client.signOut())
  expect(browser.setCookies.at(-1)).toMatch(/^__Host-b2b_session=; Path=\/; Max-Age=0;/)
  expect(await harness.resolveCaller(new Headers({ cookie: copied }))).toBeNull()
  expect(await browser.call((client) => client.signOut())).toEqual({})
})

test('a forged, foreign or malformed cookie signs no one in', async () => {
  const { browser } = await signIn()
  const value = browser.cookie().slice('__Host-b2b_session='.length)
  const [id = ''] = value.split('.')
  const forgeries = [
    id,
    `${id}.`,
    `${id}.${'A'.repeat(43)}`,
    sealSessionId(id, 'another secret'),
    value.slice(0, -1),
    `${value}x`,
    "' or 1=1 --.x",
    `${'9'.repeat(5000)}.x`,
    '',
  ]
  for (const forged of forgeries) {
    expect(
      await harness.resolveCaller(new Headers({ cookie: `a=b; __Host-b2b_session=${forged}` })),
    ).toBeNull()
  }
  expect(findSessionId(value, harness.secret)).toBe(id)
  expect(
    await harness.resolveCaller(new Headers({ cookie: `a=b; __Host-b2b_session=${value}; c=d` })),
  ).not.toBeNull()
})

test('an unknown email, an account without a password and a wrong password get the same response after the same work', async () => {
  const verify = vi.spyOn(passwordHash, 'verifyPassword')
  await database.db.insertInto('accounts').values({ email: 'sso@only.example' }).execute()
  const answers = []
  for (const who of ['nobody@nowhere.example', 'sso@only.example', email]) {
    const attempt = harness
      .createBrowser()
      .call((client) => client.signIn({ email: who, password: 'not this one' }))
    answers.push(await attempt.catch(({ code, status, message, data }) => ({ code, status, message, data })))
  }
  expect(answers[0]).toEqual({
    code: 'INVALID_CREDENTIALS',
    status: 401,
    message: 'Invalid login credentials',
    data: undefined,
  })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(verify).toHaveBeenCalledTimes(3)
})

test('password attempts count per network and per name, and wrong ones also per account, with a separate counter for known browsers', async () => {
  const { id } = await database.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const stranger = harness.createBrowser()
  const { browser } = await signIn()
  const guess = async (by: typeof browser) => {
    harness.consumed.length = 0
    const typed = { email, password: 'not this one' }
    await expect(by.call((client) => client.signIn(typed))).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    return harness.consumed
  }
  const [pair, network] = [`sign_in_pair ${email} 192.0.2.1`, 'sign_in_ip 192.0.2.1']
  expect(await guess(stranger)).toEqual([pair, network, `sign_in_email ${id}`])
  const [own, ...others] = await guess(browser)
  expect(own).toMatch(new RegExp(`^sign_in_pair ${email} [\\w-]{43}$`))
  expect(others).toEqual([network, `sign_in_email_device ${id}`])
})

test("records the network of a session's last use", async () => {
  const { browser } = await signIn()
  const sessionId = browser.cookie().slice('__Host-b2b_session='.length).split('.')[0] ?? ''
  const network = () =>
    database.db.selectFrom('sessions').select('ip').where('id', '=', sessionId).executeTakeFirstOrThrow()
  const start = harness.clock.now
  const headers = new Headers({ cookie: browser.cookie() })
  await harness.resolveCaller(headers, '203.0.113.5')
  harness.clock.now = new Date(start.getTime() + 61 * 60_000)
  expect(await network()).toEqual({ ip: '192.0.2.1' })
  await harness.resolveCaller(headers, '203.0.113.5')
  await vi.waitFor(async () => expect(await network()).toEqual({ ip: '203.0.113.5' }))
  harness.clock.now = start
})

test('a session expires thirty days after its last use; use extends it, with one write an hour', async () => {
  const { browser } = await signIn()
  const start = harness.clock.now
  const at = (days: number, minutes = 0) => {
    harness.clock.now = new Date(start.getTime() + days * 86_400_000 + minutes * 60_000)
    return harness.resolveCaller(new Headers({ cookie: browser.cookie() }))
  }
  const seen = async (sessionId: string) =>
    database.db
      .selectFrom('sessions')
      .select(['last_seen_at', 'expires_at'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
  const sessionId = browser.cookie().slice('__Host-b2b_session='.length).split('.')[0] ?? ''
  expect(await at(0, 59)).not.toBeNull()
  expect(await at(29)).not.toBeNull()
  await vi.waitFor(async () => expect((await seen(sessionId)).last_seen_at).toEqual(harness.clock.now))
  expect(await at(29, 30)).not.toBeNull()
  expect(await at(58)).not.toBeNull()
  await vi.waitFor(async () => expect((await seen(sessionId)).last_seen_at).toEqual(harness.clock.now))
  expect(await at(58 + 30, -1)).not.toBeNull()
  await vi.waitFor(async () => expect((await seen(sessionId)).last_seen_at).toEqual(harness.clock.now))
  expect(await at(58 + 30 + 31)).toBeNull()
  harness.clock.now = start
})

test('each of a hundred concurrent requests has the caller of its own cookie', async () => {
  const { browser } = await signIn()
  const cookies = Array.from({ length: 100 }, (_, index) =>
    index % 3 === 0 ? '__Host-b2b_session=x.y' : browser.cookie(),
  )
  const callers = await Promise.all(cookies.map((cookie) => harness.resolveCaller(new Headers({ cookie }))))
  callers.forEach((caller, index) => expect(caller?.email).toBe(index % 3 === 0 ? undefined : email))
})

test('a suspension ends sessions immediately, and only a sign-in with the right password shows it', async () => {
  const { browser } = await signIn()
  const suspend = (until: Date | null) =>
    database.db
      .updateTable('accounts')
      .set({ suspended_until: until, suspended_reason: until && 'Sold one ticket twice.' })
      .where('email', '=', email)
      .execute()
  const until = new Date(harness.clock.now.getTime() + 60_000)
  await suspend(until)
  expect(await browser.call((client) => client.me())).toBeNull()
  await expect(signIn()).rejects.toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    message: formatSuspension(until, 'Sold one ticket twice.', 'hello@b2b.example'),
    data: { until: until.toISOString(), reason: 'Sold one ticket twice.' },
  })
  const stranger = harness.createBrowser().call((client) => client.signIn({ email, password: 'wrong one' }))
  await expect(stranger).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await suspend(null)
  expect(await browser.call((client) => client.me())).not.toBeNull()
})

test('a sign-in that waits while its account is being suspended is refused', async () => {
  const { browser } = await signIn()
  const me = await browser.call((client) => client.me())
  const suspending = database.db.transaction().execute(async (trx) => {
    const until = new Date(harness.clock.now.getTime() + 60_000)
    await trx.updateTable('accounts').set({ suspended_until: until }).where('email', '=', email).execute()
    const second = signIn()
    second.catch(() => undefined)
    // By now the password of this sign-in is verified, and the sign-in waits for the row lock.
    await untilBlocked(database.db)
    await endSessions(trx, { userId: me?.id ?? '', now: harness.clock.now })
    return { second }
  })
  await expect((await suspending).second).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
  await database.db
    .updateTable('accounts')
    .set({ suspended_until: null })
    .where('email', '=', email)
    .execute()
  const alive = database.db
    .selectFrom('sessions')
    .where('user_id', '=', me?.id ?? '')
    .where('ended_at', 'is', null)
  expect(await alive.select('id').execute()).toEqual([])
})

test('signing in again on the same browser ends the earlier session', async () => {
  const { browser } = await signIn()
  const before = browser.cookie()
  await browser.call((client) => client.signIn({ email, password }))
  expect(browser.cookie()).not.toBe(before)
  expect(await harness.resolveCaller(new Headers({ cookie: before }))).toBeNull()
})
