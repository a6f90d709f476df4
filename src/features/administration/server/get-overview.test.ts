import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { getOverview } from './get-overview'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
})
afterAll(() => drop())

test('AD-03 returns the four dashboard figures and their details', async () => {
  expect(await getOverview(db, now)).toEqual({
    totalUsers: 14,
    usersThisMonth: expect.any(Number),
    verified: 10,
    verifiedDjs: 5,
    pendingInvites: expect.any(Number),
    invitesExpiring: expect.any(Number),
    totalBookings: 944,
    openBookings: 12,
  })
})

test('leaves out accounts created before this month and expired invitations', async () => {
  const before = await getOverview(db, now)
  await db.updateTable('invitations').set({ expires_at: now }).where('code', '=', 'TR4MST0P').execute()
  await db
    .updateTable('profiles')
    .set({ created_at: new Date('2026-10-31T23:59:59Z') })
    .execute()
  expect(await getOverview(db, now)).toMatchObject({
    usersThisMonth: 0,
    pendingInvites: before.pendingInvites - 1,
    invitesExpiring: before.invitesExpiring - 1,
  })
})
