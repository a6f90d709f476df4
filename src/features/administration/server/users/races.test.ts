import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '~/database/connect'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { startTestApp } from '~tests/support/app'
import { untilBlockedOrDone } from '~tests/support/lock-waits'
import { createUsersCaller } from './testing'

// Two admins act at the same time. Each race runs several times, since one run may miss the overlap.
const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const password = DEMO_PASSWORD
const [anna, ben] = [getPersonId('admin'), getPersonId('moderator')]
let cookies: { anna: string; ben: string }
let first: ReturnType<typeof createUsersCaller>
let second: ReturnType<typeof createUsersCaller>
const ROUNDS = 4

beforeAll(async () => {
  await sql`insert into user_roles (user_id, role) values (${ben}, 'admin')`.execute(db)
  cookies = { anna: await app.signIn('admin'), ben: await app.signIn('moderator') }
  first = createUsersCaller(app, cookies.anna)
  second = createUsersCaller(app, cookies.ben)
})
beforeEach(async () => {
  await sql`insert into user_roles (user_id, role) values (${anna}, 'admin'), (${ben}, 'admin') on conflict do nothing`.execute(
    db,
  )
  await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
  await sql`update sessions set ended_at = null`.execute(db)
})

const listLines = async (id: string, action: string) =>
  (
    await db
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', id)
      .where('action', '=', action as 'users.verify')
      .execute()
  ).length
const listStatuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)
const addDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const countAdmins = async () =>
  (await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()).length

test('two admins assigning the same role both succeed, and it is added once', async () => {
  const temi = getPersonId('temi')
  for (let round = 1; round <= ROUNDS; round++) {
    const responses = await Promise.all(
      [first, second].map((call) => call('PUT', `users/${temi}/roles/moderator`, {})),
    )
    expect(listStatuses(responses)).toEqual([200, 200])
    expect(await listLines(temi, 'users.assign_role')).toBe(round)
    await first('POST', `users/${temi}/roles/moderator/remove`, {})
  }
})

test('of two simultaneous suspensions one succeeds, and the other admin learns who made it', async () => {
  const nova = getPersonId('nova')
  for (let round = 1; round <= ROUNDS; round++) {
    const responses = await Promise.all([
      first('PUT', `users/${nova}/suspension`, { until: addDays(2), reason: 'One.', was: null }),
      second('PUT', `users/${nova}/suspension`, { until: addDays(9), reason: 'Two.', was: null }),
    ])
    expect(listStatuses(responses)).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.message).toMatch(
      / suspended this account under a minute ago\.$/,
    )
    expect(await listLines(nova, 'users.suspend')).toBe(round)
    await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
  }
})

test('a deletion either follows a simultaneous verification or makes it fail', async () => {
  for (const key of ['ilse', 'temi', 'nova']) {
    const id = getPersonId(key)
    await sql`update profiles set is_verified = false where id = ${id}`.execute(db)
    await sql`update events set organizer_id = null where organizer_id = ${id}`.execute(db)
    const [removed, verified] = await Promise.all([
      first('POST', `users/${id}/remove`, { password }),
      second('PUT', `users/${id}/verified`, { isVerified: true }),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(verified.status)
    expect(await listLines(id, 'users.verify')).toBe(verified.status === 200 ? 1 : 0)
    expect(await db.selectFrom('profiles').select('id').where('id', '=', id).execute()).toEqual([])
  }
})

describe('the last two admins', () => {
  test('when the last two admins remove each other’s role, one admin remains', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const responses = await Promise.all([
        first('POST', `users/${ben}/roles/admin/remove`, { password }),
        second('POST', `users/${anna}/roles/admin/remove`, { password }),
      ])
      expect(listStatuses(responses)).toEqual([200, 403])
      expect(await countAdmins()).toBe(1)
      await sql`insert into user_roles (user_id, role) values (${anna}, 'admin'), (${ben}, 'admin') on conflict do nothing`.execute(
        db,
      )
    }
  })

  test('when the last two admins suspend each other, one remains who can act', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const responses = await Promise.all([
        first('PUT', `users/${ben}/suspension`, { until: addDays(1), reason: 'Him.', was: null }),
        second('PUT', `users/${anna}/suspension`, { until: addDays(1), reason: 'Her.', was: null }),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
      await sql`update sessions set ended_at = null`.execute(db)
    }
  })

  /**
   * Removes both admin roles by plain SQL; the second transaction waits for the first one, or ends before the first
   * one does.
   */
  async function removeEachOther(): Promise<('done' | 'refused')[]> {
    const remove = (executor: Database | Transaction, id: string) =>
      sql`delete from user_roles where user_id = ${id} and role = 'admin'`.execute(executor)
    let second: Promise<unknown> | undefined
    const first = db.transaction().execute(async (trx) => {
      await remove(trx, anna)
      second = remove(db, ben)
      await untilBlockedOrDone(db, second)
    })
    await Promise.allSettled([first])
    const ends = await Promise.allSettled([first, second])
    return ends.map(({ status }) => (status === 'fulfilled' ? 'done' : 'refused')).toSorted()
  }

  test('the last admin cannot be removed by concurrent SQL, because the trigger counts under a lock', async () => {
    expect(await removeEachOther()).toEqual(['done', 'refused'])
    expect(await countAdmins()).toBe(1)
  })

  test('control: without the trigger, concurrent removals leave no admin', async () => {
    await sql`alter table user_roles disable trigger user_roles_an_admin_stays`.execute(db)
    expect(await removeEachOther()).toEqual(['done', 'done'])
    expect(await countAdmins()).toBe(0)
    await sql`alter table user_roles enable trigger user_roles_an_admin_stays`.execute(db)
  })
})
