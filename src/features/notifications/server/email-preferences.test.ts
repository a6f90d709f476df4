import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { listEmailPreferences, setEmailPreference, hasEmailEnabled } from './email-preferences'

const now = new Date('2026-11-21T02:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>
const customer = getPersonId('customer')
const mara = getPersonId('mara')

beforeAll(async () => {
  database = await createTestDatabase()
  await seedDemo(database.db, { now, hashPassword: async () => 'hash' })
  const { db } = database
  await sql`delete from bookings where ${customer}::uuid in (dj_id, client_id)`.execute(db)
  await sql`delete from chat_room_members where user_id = ${customer}`.execute(db)
  await sql`delete from connections where ${customer}::uuid in (user_id, connected_user_id)`.execute(db)
})
afterAll(() => database.drop())

const listTopics = async (id: string, roles: readonly string[]) =>
  (await listEmailPreferences(database.db, { id, roles })).map(({ topic }) => topic)

test.each(['user', 'moderator', 'admin'])('a member (%s) can set all email topics', async (role) => {
  expect(await listTopics(mara, ['customer', role])).toEqual([
    'bookings',
    'settlements',
    'connections',
    'rooms',
    'waitlist',
    'transfers',
  ])
})

test('a customer can set ticket topics, but no topics that never reach them', async () => {
  expect(await listTopics(customer, ['customer'])).toEqual(['waitlist', 'transfers'])
  expect(await listTopics(customer, [])).toEqual(['waitlist', 'transfers'])
})

const parts: [string, string, ReturnType<typeof sql>][] = [
  [
    'asked a DJ',
    'bookings',
    sql`update bookings set client_id = ${customer} where id = (select id from bookings order by id limit 1)`,
  ],
  [
    'is asked to connect',
    'connections',
    sql`insert into connections (user_id, connected_user_id) values (${mara}, ${customer})`,
  ],
  [
    'runs a room',
    'rooms',
    sql`insert into chat_room_members (room_id, user_id, role)
      select id, ${customer}, 'admin' from chat_rooms order by id limit 1`,
  ],
]
test.each(parts)('a customer who %s can set that topic too', async (_name, topic, happen) => {
  const rollback = new Error('rolled back')
  let found: string[] = []
  const run = database.db.transaction().execute(async (trx) => {
    await happen.execute(trx)
    found = (await listEmailPreferences(trx, { id: customer, roles: ['customer'] })).map(
      (choice) => choice.topic,
    )
    throw rollback
  })
  await expect(run).rejects.toBe(rollback)
  expect(found).toEqual([topic, 'waitlist', 'transfers'])
})

test('stores email preferences, even for topics that a person can’t see yet', async () => {
  await setEmailPreference(database.db, customer, { topic: 'rooms', wantsEmail: false, now })
  await setEmailPreference(database.db, customer, { topic: 'waitlist', wantsEmail: false, now })
  expect(await listEmailPreferences(database.db, { id: customer, roles: ['customer'] })).toMatchObject([
    { topic: 'waitlist', wantsEmail: false },
    { topic: 'transfers', wantsEmail: true },
  ])
  expect(await hasEmailEnabled(database.db, customer, 'rooms')).toBe(false)
  const asMember = await listEmailPreferences(database.db, { id: customer, roles: ['user'] })
  expect(asMember.find(({ topic }) => topic === 'rooms')).toMatchObject({ wantsEmail: false })
})
