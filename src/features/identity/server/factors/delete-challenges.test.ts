import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createIdentityHarness } from '../testing'
import { deleteChallenges } from './delete-challenges'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('A-08 deletes only expired challenges, factors and trusted browsers', async () => {
  const { db } = database
  const harness = createIdentityHarness(db)
  const { me } = await harness
    .createBrowser()
    .call((client) =>
      client.signUp({ fullName: 'Ada', email: 'ada@example.com', password: 'slow techno at noon' }),
    )
  const userId = me?.id ?? ''
  const now = new Date('2026-11-21T12:00:00Z')
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  const factor = (created_at: Date, status: string) => ({
    user_id: userId,
    kind: 'totp',
    status,
    secret_sealed: Buffer.alloc(40),
    created_at,
  })
  await db
    .insertInto('auth_factors')
    .values([
      factor(hours(-25), 'unverified'),
      factor(hours(-23), 'unverified'),
      factor(hours(-900), 'verified'),
    ])
    .execute()
  const challenge = (expires_at: Date) => ({ purpose: 'passkey_create', user_id: userId, expires_at })
  await db
    .insertInto('auth_challenges')
    .values([challenge(hours(-2)), challenge(hours(-0.5)), challenge(hours(0.05))])
    .execute()
  const browser = (n: number, expires_at: Date) => ({
    token_hash: Buffer.alloc(32, n),
    user_id: userId,
    expires_at,
  })
  await db
    .insertInto('trusted_browsers')
    .values([browser(1, hours(-1)), browser(2, hours(1))])
    .execute()
  expect(await deleteChallenges(db, now)).toEqual({ challenges: 1, factors: 1, browsers: 1 })
  expect(await deleteChallenges(db, now)).toEqual({ challenges: 0, factors: 0, browsers: 0 })
})
