import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import type { Destination } from '../../rules/destination'
import { claimAccount } from './claim-account'
import { isKnownNetwork } from '../limits/known-network'
import { deriveName } from './derive-name'
import { insertSession } from '../sessions/sessions'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const now = new Date('2026-11-20T12:00:00Z')
const before = new Date('2026-11-01T12:00:00Z')
let people = 0
let email = ''
let phone = ''
beforeEach(() => {
  people += 1
  email = `mara${people}@voss.example`
  phone = `+4930${String(1_000_000 + people)}`
})

interface Confirmed {
  email?: Date | null
  phone?: Date | null
}

/** Creates an account with every sign-in method that its creator could use to regain access. */
async function openAccount(confirmed: Confirmed, { hasPhone = true } = {}): Promise<string> {
  const userId = newId()
  const account = {
    id: userId,
    email,
    phone: hasPhone ? phone : null,
    password_hash: 'a hash',
    email_verified_at: confirmed.email ?? null,
    phone_verified_at: confirmed.phone ?? null,
    new_email: `new-${email}`,
    user_metadata: JSON.stringify({ full_name: 'Mara', plan: 'gold' }),
  }
  await db.insertInto('accounts').values(account).execute()
  await db.insertInto('profiles').values({ id: userId, full_name: 'Mara Voss', email }).execute()
  await insertSession(db, {
    userId,
    ip: '192.0.2.1',
    userAgent: 'a browser',
    now: before,
    methods: ['password'],
  })
  await db
    .insertInto('auth_factors')
    .values({ user_id: userId, kind: 'phone', phone: '+4930123456', status: 'verified' })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      friendly_name: 'a key',
      credential_id: userId,
      public_key: Buffer.from('a key'),
    })
    .execute()
  await db
    .insertInto('identities')
    .values({ user_id: userId, provider: 'github', provider_id: userId })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ user_id: userId, code_hash: Buffer.from(userId) })
    .execute()
  const trust = { user_id: userId, token_hash: Buffer.from(userId), expires_at: now }
  await db.insertInto('trusted_browsers').values(trust).execute()
  const token = { user_id: userId, purpose: 'verify_email', token_hash: Buffer.from(`t${userId}`) }
  await db
    .insertInto('one_time_tokens')
    .values({ ...token, sent_to: email, expires_at: now })
    .execute()
  return userId
}

const claim = (who: Destination) => db.transaction().execute((trx) => claimAccount(trx, { ...who, now }))
const find = (id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Lists the tables in which the account still has sign-in methods. */
async function signInTablesOf(userId: string): Promise<string[]> {
  const tables = ['auth_factors', 'passkeys', 'identities', 'recovery_codes', 'trusted_browsers'] as const
  const left: string[] = []
  for (const table of tables)
    if ((await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length > 0)
      left.push(table)
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  if ((await sessions.where('ended_at', 'is', null).execute()).length > 0) left.push('sessions')
  const tokens = db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', userId)
  if ((await tokens.where('used_at', 'is', null).execute()).length > 0) left.push('one_time_tokens')
  return left
}

test('takes over an account whose email was never verified and removes everything its creator set', async () => {
  const userId = await openAccount({})
  expect(await signInTablesOf(userId)).toHaveLength(7)
  expect(await claim({ email })).toEqual({ userId, isTakenOver: true, loser: undefined })
  expect(await signInTablesOf(userId)).toEqual([])
  expect(await find(userId)).toMatchObject({
    email,
    email_verified_at: now,
    phone: null,
    password_hash: null,
    new_email: null,
    has_second_factor: false,
    last_signed_in_at: null,
    user_metadata: { full_name: 'Mara Voss' },
  })
})

test("the networks of an account's creator are not known networks of its new owner", async () => {
  const userId = await openAccount({})
  const there = { userId, ip: '192.0.2.1', now }
  expect(await isKnownNetwork(db, there)).toBe(true)
  await claim({ email })
  expect(await isKnownNetwork(db, there)).toBe(false)
})

test("the calendar address of the account's creator no longer works after a takeover", async () => {
  const userId = await openAccount({})
  const other = newId()
  await db
    .insertInto('accounts')
    .values({ id: other, email: `other-${email}` })
    .execute()
  await db
    .insertInto('profiles')
    .values({ id: other, full_name: 'Juno', email: `other-${email}` })
    .execute()
  for (const user_id of [userId, other]) await db.insertInto('calendar_feeds').values({ user_id }).execute()
  await claim({ email })
  const feeds = db.selectFrom('calendar_feeds').select(['version', 'revoked_at'])
  // The feed's version keeps increasing, so that an old calendar address never becomes valid again.
  expect(await feeds.where('user_id', '=', userId).execute()).toEqual([{ version: 2, revoked_at: now }])
  expect(await feeds.where('user_id', '=', other).execute()).toEqual([{ version: 1, revoked_at: null }])
})

test('takes over an account whose phone was never verified', async () => {
  const userId = await openAccount({})
  expect(await claim({ phone })).toEqual({ userId, isTakenOver: true, loser: undefined })
  expect(await signInTablesOf(userId)).toEqual([])
  expect(await find(userId)).toMatchObject({
    email: null,
    phone,
    phone_verified_at: now,
    password_hash: null,
  })
})

test('an account whose email is verified keeps everything when that email is verified again', async () => {
  const userId = await openAccount({ email: before })
  expect(await claim({ email })).toEqual({ userId, isTakenOver: false, loser: undefined })
  expect(await signInTablesOf(userId)).toHaveLength(7)
  expect(await find(userId)).toMatchObject({ email_verified_at: before, phone, password_hash: 'a hash' })
})

test('an account with a verified phone loses only its unverified email and the link sent to it', async () => {
  const userId = await openAccount({ phone: before })
  expect(await claim({ email })).toEqual({ userId: undefined, isTakenOver: false, loser: userId })
  expect(await signInTablesOf(userId)).toEqual([
    'auth_factors',
    'passkeys',
    'identities',
    'recovery_codes',
    'trusted_browsers',
    'sessions',
  ])
  expect(await find(userId)).toMatchObject({ email: null, phone, password_hash: 'a hash' })
})

test('verifying an email or phone without an account takes over no account', async () => {
  const none = { userId: undefined, isTakenOver: false, loser: undefined }
  expect(await claim({ email })).toEqual(none)
  expect(await claim({ phone })).toEqual(none)
})

test('an account’s network counts as known for thirty days after its last use there', async () => {
  const userId = await openAccount({ email: before })
  const ask = (ip: string, at = now) => isKnownNetwork(db, { userId, ip, now: at })
  expect(await ask('192.0.2.1')).toBe(true)
  expect(await ask('192.0.2.2')).toBe(false)
  expect(await ask('192.0.2.1', new Date('2027-11-20T12:00:00Z'))).toBe(false)
  const session = { userId, userAgent: null, now: before, methods: ['otp'] as const }
  await insertSession(db, { ...session, ip: '2001:db8:1:2::7' })
  expect(await ask('2001:db8:1:2:ffff::1')).toBe(true)
  expect(await ask('2001:db8:1:3::7')).toBe(false)
})

test.each([
  [{ full_name: ' Mara   Voss ' }, 'Mara Voss'],
  [{ name: 'Mara' }, 'Mara'],
  [{ full_name: '', name: 'Mara' }, 'mara.voss'],
  [{ full_name: 42 }, 'mara.voss'],
  [{}, 'mara.voss'],
  [{ full_name: 'x'.repeat(300) }, 'x'.repeat(100)],
  [{ full_name: '\u202E\u0000' }, 'mara.voss'],
])('the name of an account with %j is %s', (metadata, name) => {
  expect(deriveName(metadata, { email: 'mara.voss@voss.example' })).toBe(name)
})

test('an account created with a phone gets the name Guest', () => {
  expect(deriveName({}, { phone: '+4930123456' })).toBe('Guest')
})
