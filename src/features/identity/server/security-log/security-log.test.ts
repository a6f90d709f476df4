import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '~/lib/ids'
import { signInWithPassword } from '../sign-in/sign-in-with-password'
import { startIdentity } from '../testing'
import { deleteEvents } from './delete-events'
import { recordEvent } from './record-event'

const { database, harness } = await startIdentity()
const { db } = database
const email = 'juno@okafor.example'
const password = 'slow techno at noon'
let userId = ''

beforeAll(async () => {
  const browser = harness.createBrowser()
  const { me } = await browser.call((client) => client.signUp({ fullName: 'Juno Okafor', email, password }))
  userId = me?.id ?? ''
})
beforeEach(async () => {
  await harness.runJobs()
  harness.emails.length = 0
})

const events = () =>
  db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()
const forget = () => db.deleteFrom('security_events').execute()
const signIn = (browser = harness.createBrowser()) =>
  browser.call((client) => client.signIn({ email, password }))

test('the first sign-in after sign-up is not marked as a new device', async () => {
  expect(await events()).toMatchObject([
    { kind: 'signed_in', is_new_device: false, ip: '192.0.2.1', details: { methods: ['password'] } },
  ])
  expect(harness.emails.filter(({ subject }) => subject.includes('New sign-in'))).toEqual([])
})

test('a new device is marked and emailed once; the same browser is known afterwards', async () => {
  const browser = harness.createBrowser()
  await signIn(browser)
  expect((await events()).at(-1)).toMatchObject({ kind: 'signed_in', is_new_device: true })
  await harness.runJobs()
  expect(harness.emails).toMatchObject([{ to: email, subject: 'New sign-in to your account' }])
  const [message] = harness.emails
  expect(message?.text).toContain('192.0.2.1')
  expect(message?.text).toMatch(/\/dashboard\/settings#security/)
  await signIn(browser)
  expect((await events()).filter(({ is_new_device: isNew }) => isNew)).toHaveLength(1)
  browser.forgetDevice()
  await signIn(browser)
  expect((await events()).filter(({ is_new_device: isNew }) => isNew)).toHaveLength(2)
})

test('a device token of another person is not a known device', async () => {
  await forget()
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Mallory', email: 'mallory@evil.example', password: 'another long password' }),
  )
  await signIn()
  await signIn(browser)
  expect((await events()).at(-1)).toMatchObject({ is_new_device: true })
})

test('wrong passwords are grouped; for an unknown email only the network is stored', async () => {
  await forget()
  const guess = (who: string) =>
    harness.createBrowser().call((client) => client.signIn({ email: who, password: 'not this one' }))
  for (let n = 0; n < 3; n += 1) {
    await expect(guess(email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await expect(guess(`nobody${n}@nowhere.example`)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  }
  await vi.waitFor(async () => {
    const rows = await db.selectFrom('security_events').selectAll().execute()
    expect(rows.map(({ count }) => count)).toEqual([3, 3])
    expect(rows.find(({ user_id: id }) => id === null)).toMatchObject({ ip: '192.0.2.1', device: null })
    expect(JSON.stringify(rows)).not.toContain('nowhere')
  })
})

test('records a sign-out and a password change', async () => {
  await forget()
  const browser = harness.createBrowser()
  await signIn(browser)
  await signIn()
  await browser.call((client) =>
    client.account.changePassword({ currentPassword: password, password: 'another slow techno' }),
  )
  await browser.call((client) =>
    client.account.changePassword({ currentPassword: 'another slow techno', password }),
  )
  await browser.call((client) => client.signOut())
  const kinds = (await events()).map(({ kind }) => kind)
  expect(kinds.slice(-3)).toEqual(['password_changed', 'password_changed', 'signed_out'])
  const changed = (await events()).find(({ kind }) => kind === 'password_changed')
  expect(changed?.details).toMatchObject({ ended: expect.any(Number) })
})

test('an account gets at most 100 security log rows of one kind per day, then one row an hour', async () => {
  await forget()
  const at = harness.clock.now
  for (let n = 0; n < 130; n += 1)
    await recordEvent(db, { userId, kind: 'sign_in_failed', at, ip: `198.51.100.${n}`, device: 'Firefox' })
  const rows = await events()
  expect(rows).toHaveLength(101)
  expect(rows.find(({ ip }) => ip === null)).toMatchObject({ count: 30, device: null })
  const next = new Date(at.getTime() + 61 * 60_000)
  await recordEvent(db, { userId, kind: 'sign_in_failed', at: next, ip: '203.0.113.1' })
  expect(await events()).toHaveLength(102)
})

test('a wrong second factor is logged with its address and method, even after a hundred wrong passwords', async () => {
  await forget()
  const at = harness.clock.now
  const event = { userId, kind: 'sign_in_failed', at } as const
  for (let n = 0; n < 101; n += 1)
    await recordEvent(db, { ...event, ip: `198.51.100.${n}`, details: { methods: ['password'] } })
  await recordEvent(db, { ...event, ip: '203.0.113.9', details: { methods: ['mfa/totp'] } })
  expect(await events()).toContainEqual(
    expect.objectContaining({ ip: '203.0.113.9', details: { methods: ['mfa/totp'] } }),
  )
})

test('a sign-in is logged with address, device, country and method, even after a hundred failures of each kind', async () => {
  await forget()
  const at = harness.clock.now
  for (const kind of ['sign_in_failed', 'sign_in_blocked', 'password_reset_requested'] as const)
    for (let n = 0; n < 101; n += 1)
      await recordEvent(db, {
        userId,
        kind,
        at,
        ip: `198.51.100.${n}`,
        details: { reason: 'wrong_password' },
      })
  const context = await harness.createBrowser().contextOf()
  const security = {
    countryHeader: 'cf-ipcountry',
    ownActivityDays: 90,
    logDays: 400,
    requiresStaffTwoStep: false,
    contact: undefined,
  }
  await signInWithPassword(
    {
      ...context,
      ip: '203.0.113.7',
      requestHeaders: new Headers({ 'user-agent': 'curl/8.5', 'cf-ipcountry': 'DE' }),
      config: { ...context.config, security },
    },
    { email, password },
  )
  const signedIn = (await events()).filter(({ kind }) => kind === 'signed_in')
  expect(signedIn).toMatchObject([
    { ip: '203.0.113.7', country: 'DE', device: 'curl', details: { methods: ['password'] } },
  ])
})

test('recording an event fails when the account no longer exists', async () => {
  const gone = recordEvent(db, { userId: newId(), kind: 'signed_in', at: harness.clock.now })
  await expect(gone).rejects.toThrow()
})

test('deletes events older than the retention, and devices that were not used for 400 days', async () => {
  await forget()
  const day = 86_400_000
  const now = harness.clock.now
  for (const age of [401, 399])
    await recordEvent(db, { userId, kind: 'signed_out', at: new Date(now.getTime() - age * day) })
  await sql`update known_devices set last_used_at = ${new Date(now.getTime() - 401 * day)}
    where token_hash = (select token_hash from known_devices limit 1)`.execute(db)
  expect(await deleteEvents(db, { now, days: 400 })).toEqual({ events: 1, devices: 1 })
  expect(await events()).toHaveLength(1)
})
