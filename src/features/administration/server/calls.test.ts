import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { personId } from '~/database/seed/people'
import { seedDemo } from '~/database/seed/seed-demo'
import { createTestDatabase } from '~/database/testing'
import { createLog } from '~/platform/log/log'
import type { Role } from '~/platform/rpc/caller'
import { administrationCalls } from './calls'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
})
afterAll(() => drop())

function as(...roles: Role[]) {
  const id = personId('admin')
  const person = {
    id,
    sessionId: id,
    fullName: 'A',
    email: 'a@b.example',
    isEmailVerified: true,
    avatarUrl: null,
  }
  return createRouterClient(administrationCalls, {
    context: {
      db,
      caller: roles.length === 0 ? null : { ...person, roles },
      requestId: 'test',
      ip: '192.0.2.1',
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      now: () => now,
      log: createLog({ level: 'silent' }),
    },
  })
}

test('AD-03 the four figures and what stands below them', async () => {
  expect(await as('admin').overview()).toEqual({
    totalUsers: 14,
    verifiedDjs: 5,
    djs: 6,
    pendingInvites: 3,
    invitesExpiring: 2,
    totalBookings: 944,
    openBookings: 12,
  })
})

test('an invitation whose time is over is not pending any more', async () => {
  await db.updateTable('invitations').set({ expires_at: now }).where('code', '=', 'TR4MST0P').execute()
  expect(await as('admin').overview()).toMatchObject({ pendingInvites: 2, invitesExpiring: 1 })
})

test('for admins only', async () => {
  await expect(as().overview()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  for (const role of ['moderator', 'user', 'customer'] as const)
    await expect(as(role).overview()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
