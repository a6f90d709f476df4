import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { findSetupAddress, isSetupToken, deriveSetupToken } from './setup'
import { createIdentityHarness, startIdentity } from '../testing'

const { database, harness } = await startIdentity()
// The database refuses to remove the last admin, so the test bypasses that to get a site without one.
beforeEach(removeAdmin)

let people = 0
function person() {
  people += 1
  return { fullName: 'Ines Calder', email: `ines${people}@calder.example`, password: 'correct horse' }
}
const token = () => deriveSetupToken(harness.secret)
const admins = () =>
  database.db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
const hasAdmin = {
  status: 410,
  code: 'HAS_ADMIN',
  message: 'This site is already set up. Sign in to continue.',
}

test('the setup token is the same in every process with one secret, and different with another secret', () => {
  expect(deriveSetupToken('one secret')).toBe(deriveSetupToken('one secret'))
  expect(deriveSetupToken('one secret')).toMatch(/^[\w-]{43}$/)
  expect(isSetupToken(deriveSetupToken('one secret'), 'one secret')).toBe(true)
  for (const given of [
    '',
    'x',
    deriveSetupToken('another secret'),
    `${deriveSetupToken('one secret')}x`,
    'ü'.repeat(43),
  ])
    expect(isSetupToken(given, 'one secret')).toBe(false)
})

test('the printed URL creates an admin, signs them in and opens the panel; then setup is closed', async () => {
  const address = await findSetupAddress({
    db: database.db,
    secret: harness.secret,
    publicUrl: 'https://b2b.example',
  })
  expect(address).toBe(`https://b2b.example/setup?token=${token()}`)
  const browser = harness.createBrowser()
  expect(await browser.call((client) => client.setup.inspect({ token: token() }))).toEqual({ state: 'open' })
  const input = person()
  const entered = await browser.call((client) => client.setup.open({ token: token(), ...input }))
  expect(entered).toMatchObject({ landingPath: '/admin', me: { email: input.email, roles: ['admin'] } })
  expect(await browser.call((client) => client.me())).toMatchObject({ roles: ['admin'] })
  expect(await admins()).toEqual([{ user_id: entered.me?.id }])
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'details'])
    .where('actor_id', '=', entered.me?.id ?? '')
    .execute()
  expect(log).toEqual([{ action: 'setup.open', subject_id: entered.me?.id, details: { role: 'admin' } }])

  const late = harness.createBrowser()
  expect(await late.call((client) => client.setup.inspect({ token: token() }))).toEqual({ state: 'closed' })
  const again = late.call((client) => client.setup.open({ token: token(), ...person() }))
  expect(await failureOf(again)).toMatchObject(hasAdmin)
  expect(late.cookie()).toBe('')
  expect(
    await findSetupAddress({ db: database.db, secret: harness.secret, publicUrl: 'https://b2b.example' }),
  ).toBeUndefined()
})

test('an existing account becomes admin and keeps its other roles', async () => {
  const browser = harness.createBrowser()
  const { me } = await browser.call((client) => client.signUp(person()))
  expect(await failureOf(browser.call((client) => client.setup.claim({ token: 'x' })))).toMatchObject({
    status: 404,
  })
  expect(await browser.call((client) => client.setup.claim({ token: token() }))).toEqual({
    landingPath: '/admin',
  })
  expect((await browser.call((client) => client.me()))?.roles).toEqual(['admin', 'customer'])
  expect(harness.published).toContainEqual({ userIds: [me?.id], topics: ['session'] })
  expect(await failureOf(browser.call((client) => client.setup.claim({ token: token() })))).toMatchObject(
    hasAdmin,
  )
})

test('refuses a wrong setup token and writes nothing', async () => {
  const browser = harness.createBrowser()
  const count = () =>
    database.db
      .selectFrom('accounts')
      .select(sql<number>`count(*)::int`.as('n'))
      .execute()
  const before = await count()
  for (const wrong of ['x', 'A'.repeat(43), deriveSetupToken('another secret')]) {
    expect(await browser.call((client) => client.setup.inspect({ token: wrong }))).toEqual({
      state: 'unknown',
    })
    const attempt = browser.call((client) => client.setup.open({ token: wrong, ...person() }))
    expect(await failureOf(attempt)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
  expect(await failureOf(browser.call((client) => client.setup.claim({ token: token() })))).toMatchObject({
    status: 401,
  })
  expect(await count()).toEqual(before)
  expect(await admins()).toEqual([])
})

test('reports a taken email, and the site can still be set up', async () => {
  const taken = person()
  await harness.createBrowser().call((client) => client.signUp(taken))
  const browser = harness.createBrowser()
  const attempt = browser.call((client) => client.setup.open({ token: token(), ...taken }))
  expect(await failureOf(attempt)).toMatchObject({ status: 409, code: 'USER_ALREADY_EXISTS' })
  expect(await browser.call((client) => client.setup.inspect({ token: token() }))).toEqual({ state: 'open' })
})

test('limits guesses of the setup token', async () => {
  const limited = createIdentityHarness(database.db, { realLimits: createLimits() })
  const browser = limited.createBrowser()
  const guesses = Array.from({ length: 35 }, (_, n) =>
    browser.call((client) => client.setup.inspect({ token: `${n}` })),
  )
  const outcomes = await Promise.allSettled(guesses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
})

const RACERS = 6

test('of six concurrent setups, one person becomes admin and five are refused', async () => {
  const browsers = Array.from({ length: RACERS }, () => harness.createBrowser())
  for (const browser of browsers) await browser.call((client) => client.signUp(person()))
  for (let round = 0; round < 10; round += 1) {
    await removeAdmin()
    const failures = await Promise.all(
      browsers.map((browser) => failureOf(browser.call((client) => client.setup.claim({ token: token() })))),
    )
    expect(failures.filter((failure) => failure === undefined)).toHaveLength(1)
    for (const failure of failures) if (failure !== undefined) expect(failure).toMatchObject(hasAdmin)
    expect(await admins()).toHaveLength(1)
  }
})

test('of concurrent setups with new accounts, one succeeds and the others write nothing', async () => {
  const attempts = Array.from({ length: 4 }, () => {
    const input = person()
    const browser = harness.createBrowser()
    return failureOf(browser.call((client) => client.setup.open({ token: token(), ...input }))).then(
      (failure) => ({
        failure,
        email: input.email,
      }),
    )
  })
  const outcomes = await Promise.all(attempts)
  const winners = outcomes.filter(({ failure }) => failure === undefined)
  expect(winners).toHaveLength(1)
  const kept = await database.db
    .selectFrom('accounts')
    .select('email')
    .where(
      'email',
      'in',
      outcomes.map(({ email }) => email),
    )
    .execute()
  expect(kept).toEqual(winners.map(({ email }) => ({ email })))
})

test('control: checking and then writing without the lock creates several admins', async () => {
  const ids = (await database.db.selectFrom('profiles').select('id').limit(RACERS).execute()).map(
    ({ id }) => id,
  )
  let most = 0
  for (let round = 0; round < 20 && most < 2; round += 1) {
    await removeAdmin()
    await Promise.all(
      ids.map((id) =>
        database.db.transaction().execute(async (trx) => {
          const found = await trx
            .selectFrom('user_roles')
            .select('role')
            .where('role', '=', 'admin')
            .execute()
          if (found.length > 0) return
          await trx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute()
        }),
      ),
    )
    most = Math.max(most, (await admins()).length)
  }
  expect(most).toBeGreaterThan(1)
})

async function removeAdmin(): Promise<void> {
  await sql`alter table user_roles disable trigger user_roles_an_admin_stays`.execute(database.db)
  await sql`delete from user_roles where role = 'admin'`.execute(database.db)
  await sql`alter table user_roles enable trigger user_roles_an_admin_stays`.execute(database.db)
}
