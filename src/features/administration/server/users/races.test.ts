import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '~/database/connect'
import { DEMO_PASSWORD, personId } from '~/database/seed/people'
import { startTestApp } from '~tests/support/app'
import { untilBlockedOrDone } from '~tests/support/lock-waits'
import { createUsersCaller } from './testing'

// Two admins act at the same time. Each race runs several times, since one run may miss the overlap.
const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const password = DEMO_PASSWORD
const [anna, ben] = [personId('admin'), personId('moderator')]
let cookies: { anna: string; ben: string }
let one: ReturnType<typeof createUsersCaller>
let two: ReturnType<typeof createUsersCaller>
const ROUNDS = 4

beforeAll(async () => {
  await sql`insert into user_roles (user_id, role) values (${ben}, 'admin')`.execute(db)
  cookies = { anna: await app.signIn('admin'), ben: await app.signIn('moderator') }
  one = createUsersCaller(app, cookies.anna)
  two = createUsersCaller(app, cookies.ben)
})
beforeEach(async () => {
  await sql`insert into user_roles (user_id, role) values (${anna}, 'admin'), (${ben}, 'admin') on conflict do nothing`.execute(
    db,
  )
  await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
  await sql`update sessions set ended_at = null`.execute(db)
})

const linesOf = async (id: string, action: string) =>
  (
    await db
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', id)
      .where('action', '=', action as 'users.verify')
      .execute()
  ).length
const statuses = (said: { status: number }[]) => said.map(({ status }) => status).toSorted((a, b) => a - b)
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const admins = async () =>
  (await db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()).length

test('two admins assigning the same role both succeed, and it is added once', async () => {
  const temi = personId('temi')
  for (let round = 1; round <= ROUNDS; round++) {
    const said = await Promise.all([one, two].map((call) => call('PUT', `users/${temi}/roles/moderator`, {})))
    expect(statuses(said)).toEqual([200, 200])
    expect(await linesOf(temi, 'users.assign_role')).toBe(round)
    await one('POST', `users/${temi}/roles/moderator/remove`, {})
  }
})

test('of two simultaneous suspensions one wins, and the other admin learns whose', async () => {
  const nova = personId('nova')
  for (let round = 1; round <= ROUNDS; round++) {
    const said = await Promise.all([
      one('PUT', `users/${nova}/suspension`, { until: later(2), reason: 'One.', was: null }),
      two('PUT', `users/${nova}/suspension`, { until: later(9), reason: 'Two.', was: null }),
    ])
    expect(statuses(said)).toEqual([200, 409])
    expect(said.find(({ status }) => status === 409)?.message).toMatch(
      / suspended this account under a minute ago\.$/,
    )
    expect(await linesOf(nova, 'users.suspend')).toBe(round)
    await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
  }
})

test('a deletion during a verification either follows it or makes it fail', async () => {
  for (const key of ['ilse', 'temi', 'nova']) {
    const id = personId(key)
    await sql`update profiles set is_verified = false where id = ${id}`.execute(db)
    await sql`update events set organizer_id = null where organizer_id = ${id}`.execute(db)
    const [removed, verified] = await Promise.all([
      one('POST', `users/${id}/remove`, { password }),
      two('PUT', `users/${id}/verified`, { isVerified: true }),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(verified.status)
    expect(await linesOf(id, 'users.verify')).toBe(verified.status === 200 ? 1 : 0)
    expect(await db.selectFrom('profiles').select('id').where('id', '=', id).execute()).toEqual([])
  }
})

describe('the last two admins', () => {
  test('removing each other’s role leaves one admin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const said = await Promise.all([
        one('POST', `users/${ben}/roles/admin/remove`, { password }),
        two('POST', `users/${anna}/roles/admin/remove`, { password }),
      ])
      expect(statuses(said)).toEqual([200, 403])
      expect(await admins()).toBe(1)
      await sql`insert into user_roles (user_id, role) values (${anna}, 'admin'), (${ben}, 'admin') on conflict do nothing`.execute(
        db,
      )
    }
  })

  test('suspending each other leaves one who can act', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const said = await Promise.all([
        one('PUT', `users/${ben}/suspension`, { until: later(1), reason: 'Him.', was: null }),
        two('PUT', `users/${anna}/suspension`, { until: later(1), reason: 'Her.', was: null }),
      ])
      expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
      await sql`update accounts set suspended_until = null, suspended_reason = null`.execute(db)
      await sql`update sessions set ended_at = null`.execute(db)
    }
  })

  /** Removes both admin roles by plain SQL; the second transaction waits for the first, or ends during it. */
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

  test('plain SQL cannot bypass the check, which counts under a lock', async () => {
    expect(await removeEachOther()).toEqual(['done', 'refused'])
    expect(await admins()).toBe(1)
  })

  test('without the trigger no admin is left, so the race is real', async () => {
    await sql`alter table user_roles disable trigger user_roles_an_admin_stays`.execute(db)
    expect(await removeEachOther()).toEqual(['done', 'done'])
    expect(await admins()).toBe(0)
    await sql`alter table user_roles enable trigger user_roles_an_admin_stays`.execute(db)
  })
})
