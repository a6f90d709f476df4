import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { expireCodes } from './expire-codes'
import { claimInvitation } from './claim-invitation'
import { createInvitationTallies } from './invitation-counts'
import { addPerson, listAuditEntries, type Heard, addMinutes, now } from './testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
let mara: string
let notified: Heard['notified']
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
  mara = await addPerson(db, 'Mara Voss', 'user')
})
afterAll(() => drop())
beforeEach(() => void (notified = []))

const run = (at = now) =>
  expireCodes(
    {
      db,
      live: { publish: (userIds, topics) => void notified.push({ userIds, topics }) },
      invitationTallies: createInvitationTallies({ db }),
    },
    at,
  )
const getStatus = async (code: string) =>
  (await db.selectFrom('invitations').select('status').where('code', '=', code).executeTakeFirst())?.status

test('expires a due code once, logs the change and updates the creator’s screens', async () => {
  const rows = await db
    .insertInto('invitations')
    .values([
      { code: 'LATE0001', created_by: mara, expires_at: now },
      { code: 'OPEN0001', created_by: mara, expires_at: addMinutes(1) },
      { code: 'EVER0001', created_by: mara },
      { code: 'GONE0001', created_by: mara, expires_at: addMinutes(-9), status: 'revoked' },
    ])
    .returning('id')
    .execute()
  expect(await run()).toBe(1)
  expect(await Promise.all(['LATE0001', 'OPEN0001', 'EVER0001', 'GONE0001'].map(getStatus))).toEqual([
    'expired',
    'pending',
    'pending',
    'revoked',
  ])
  expect(await listAuditEntries(db, rows[0]?.id ?? '')).toEqual([
    {
      action: 'invitations.expire',
      actor_id: null,
      details: { code: 'LATE0001', from: 'pending', to: 'expired' },
    },
  ])
  expect(notified).toEqual([{ userIds: [hanna, mara], topics: ['invitations'] }])
  expect(await run()).toBe(0)
  expect(notified).toHaveLength(1)
})

test('expires codes in several batches, shared between two processes', async () => {
  await db
    .insertInto('invitations')
    .values(
      Array.from({ length: 1203 }, (_, n) => ({
        code: `MANY${String(n).padStart(4, '0')}`,
        expires_at: addMinutes(-1),
      })),
    )
    .execute()
  const [first, second] = await Promise.all([run(), run()])
  expect(first + second).toBe(1203)
  const { written } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('written'))
    .where('action', '=', 'invitations.expire')
    .executeTakeFirstOrThrow()
  expect(written).toBe(1204)
})

test('skips a code that is being used at the moment', async () => {
  await db
    .insertInto('invitations')
    .values({ code: 'RACE0001', expires_at: addMinutes(1) })
    .execute()
  const user = await addPerson(db, 'Temi Adeyemi')
  await db.transaction().execute(async (trx) => {
    expect(await claimInvitation(trx, { code: 'RACE0001', userId: user, now })).toBe('used')
    expect(await run(addMinutes(2))).toBe(1)
  })
  expect(await getStatus('RACE0001')).toBe('used')
  expect(await run(addMinutes(2))).toBe(0)
})
