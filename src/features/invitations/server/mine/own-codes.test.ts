import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import {
  addPerson,
  listAuditEntries,
  createClient,
  type Heard,
  addMinutes,
  recordInvitation,
  now,
} from '../testing'
import { claimInvitation } from '../claim-invitation'

let db: Database
let drop: () => Promise<void>
let hanna: string
let mara: string
let heard: Heard
let count = 0
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
})
afterAll(() => drop())
beforeEach(async () => {
  count += 1
  heard = { jobs: [], notified: [] }
  mara = await addPerson(db, `Mara ${count}`, 'user')
})

const as = (id: string, options: Parameters<typeof createClient>[2] = {}) =>
  createClient(db, { id, roles: ['user'] }, { heard, ...options })
const take = (code: string, userId: string, at = now) =>
  db.transaction().execute((trx) => claimInvitation(trx, { code, userId, now: at }))

test('M-06 a member’s code is valid for a week, counts against the allowance, and is emailed on request', async () => {
  expect(await as(mara).mine.list()).toEqual({ codes: [], left: 5, most: 5, isPaused: false })
  const plain = await as(mara).mine.generate({ note: 'For the promoter from Malmö' })
  expect(plain).toMatchObject({
    status: 'pending',
    note: 'For the promoter from Malmö',
    expiresAt: addMinutes(7 * 24 * 60).toISOString(),
    sentTo: null,
  })
  const emailed = await as(mara, { at: addMinutes(1) }).mine.generate({ email: 'New@x.example' })
  expect(heard.jobs).toEqual([
    { name: 'invitations.email_code', payload: { invitationId: emailed.id, to: 'new@x.example' } },
  ])
  expect(heard.notified.at(-1)).toEqual({ userIds: [hanna, mara], topics: ['invitations'] })
  expect(await as(mara).mine.list()).toEqual({
    codes: [{ ...emailed, sentTo: 'new@x.example' }, plain],
    left: 3,
    most: 5,
    isPaused: false,
  })
})

test('open and used codes count against the allowance; expired and revoked codes don’t', async () => {
  const [used, revoked] = [
    await as(mara).mine.generate({}),
    await as(mara).mine.generate({}),
    await as(mara).mine.generate({}),
  ]
  const temi = await addPerson(db, `Temi ${count}`, 'user')
  expect(await take(used.code, temi)).toBe('used')
  await as(mara).mine.revoke({ id: revoked.id })
  expect(await as(mara).mine.list()).toMatchObject({ left: 3 })
  const nextWeek = addMinutes(8 * 24 * 60)
  const { codes, left } = await as(mara, { at: nextWeek }).mine.list()
  expect(left).toBe(4)
  expect(codes.map(({ status }) => status).toSorted()).toEqual(['expired', 'revoked', 'used'])
})

test('a lowered allowance leaves zero codes, never a negative number', async () => {
  await as(mara).mine.generate({})
  await as(mara).mine.generate({})
  expect(await as(mara, { most: 1 }).mine.list()).toMatchObject({ left: 0, most: 1 })
  await expect(as(mara, { most: 1 }).mine.generate({})).rejects.toMatchObject({ code: 'NO_CODES_LEFT' })
})

test('twenty concurrent calls get only the five allowed codes', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => as(mara).mine.generate({})))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NO_CODES_LEFT' })
  expect((await as(mara).mine.list()).codes).toHaveLength(5)
})

test('control: without the lock, concurrent calls exceed the allowance', async () => {
  // Without the lock, all calls can count the codes before any call inserts one.
  let waiting = 0
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => void (openGate = resolve))
  const careless = (n: number) =>
    db.transaction().execute(async (trx) => {
      const taken = await trx.selectFrom('invitations').select('id').where('created_by', '=', mara).execute()
      waiting += 1
      if (waiting === 6) openGate()
      await gate
      if (taken.length < 5)
        await trx
          .insertInto('invitations')
          .values({ code: `CTRL000${n}`, created_by: mara })
          .execute()
    })
  await Promise.all(Array.from({ length: 6 }, (_, n) => careless(n)))
  expect((await as(mara).mine.list()).codes).toHaveLength(6)
})

test('admins have no limit', async () => {
  const client = createClient(db, { id: hanna, roles: ['admin'] })
  for (let n = 0; n < 7; n += 1) await client.mine.generate({})
  expect(await client.mine.list()).toMatchObject({ left: null, most: null })
})

test('no call finds a code of another member', async () => {
  const other = await addPerson(db, `Other ${count}`, 'user')
  const { id } = await as(mara).mine.generate({})
  await expect(as(other).mine.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(as(other).mine.send({ id, email: 'a@x.example' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await as(mara).mine.list()).toMatchObject({ codes: [{ status: 'pending' }] })
})

test('a member does not learn who has an account, or which admin revoked a code', async () => {
  await addPerson(db, `Carl ${count}`, 'customer')
  const { id } = await as(mara).mine.generate({})
  for (const email of [`carl.${count}@people.example`, `mara.${count}@people.example`, 'nobody@x.example'])
    expect(await as(mara).mine.send({ id, email })).toEqual({})
  await createClient(db, { id: hanna, roles: ['admin'] }).codes.revoke({ id })
  await expect(as(mara, { at: addMinutes(2) }).mine.send({ id, email: 'a@x.example' })).rejects.toMatchObject(
    {
      code: 'NOT_PENDING',
      message: 'An admin revoked this code 2 minutes ago.',
    },
  )
})

test('of a concurrent revocation and sign-up, one wins and the log names it', async () => {
  for (let n = 0; n < 15; n += 1) {
    const { id, code } = await as(mara, { most: 50 }).mine.generate({})
    const user = await addPerson(db, `Racer ${count} ${n}`)
    const [revoked, used] = await Promise.allSettled([as(mara).mine.revoke({ id }), take(code, user)])
    const row = await db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (revoked.status === 'fulfilled') {
      expect(row).toMatchObject({ status: 'revoked', used_by: null })
      expect(used).toEqual({ status: 'fulfilled', value: 'invalid' })
    } else {
      expect(row).toMatchObject({ status: 'used', used_by: user, revoked_at: null })
      expect(revoked.reason).toMatchObject({
        code: 'NOT_PENDING',
        message: `Racer ${count} ${n} used this code under a minute ago.`,
      })
    }
    const actions = (await listAuditEntries(db, id)).map(({ action }) => action)
    expect(actions).toEqual([
      'invitations.generate',
      `invitations.${row.status === 'used' ? 'use' : 'revoke'}`,
    ])
  }
})

test('lists the people who joined with the caller’s codes, their invitees, and the totals below', async () => {
  const [temi, nova, kit, gone, behind] = await Promise.all(
    ['Temi', 'Nova', 'Kit', 'Gone', 'Behind'].map((name) => addPerson(db, `${name} of ${count}`, 'user')),
  )
  if (!temi || !nova || !kit || !gone || !behind) throw new Error('nobody is there')
  await recordInvitation(db, mara, temi, addMinutes(1))
  await recordInvitation(db, mara, gone, addMinutes(2))
  await recordInvitation(db, temi, nova, addMinutes(3))
  await recordInvitation(db, nova, kit, addMinutes(4))
  await recordInvitation(db, gone, behind, addMinutes(5))
  await db.deleteFrom('accounts').where('id', '=', gone).execute()
  await db.updateTable('profiles').set({ is_public: false }).where('id', '=', nova).execute()
  expect(await as(mara).mine.people()).toEqual({
    people: [
      {
        id: temi,
        name: `Temi of ${count}`,
        avatarUrl: null,
        hasPage: true,
        joinedAt: addMinutes(1).toISOString(),
        behind: 2,
        people: [
          {
            id: nova,
            name: `Nova of ${count}`,
            avatarUrl: null,
            hasPage: false,
            joinedAt: addMinutes(3).toISOString(),
            behind: 1,
          },
        ],
      },
    ],
    joined: 1,
    behind: 3,
  })
})

test('a customer has no codes and no invitees', async () => {
  await expect(createClient(db, { id: mara, roles: ['customer'] }).mine.list()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test.each([{ note: 'x'.repeat(201) }, { email: 'nobody' }, { email: 'a@b.co\r\nBcc: c@d.co' }])(
  'generates nothing for the invalid input %j',
  async (input) => {
    await expect(as(mara).mine.generate(input)).rejects.toMatchObject({ status: 400 })
    expect(await as(mara).mine.list()).toMatchObject({ left: 5 })
  },
)
