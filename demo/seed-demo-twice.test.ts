import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { seedDemo } from './seed-demo'

const now = new Date('2026-11-21T02:00:00Z')
const hashPassword = async (password: string): Promise<string> => `hash of ${password}`

let db: Database
let second: Database
let drops: (() => Promise<void>)[]

beforeAll(async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
  drops = databases.map(({ drop }) => drop)
  ;[db, second] = [databases[0].db, databases[1].db]
  await seedDemo(db, { now, hashPassword })
  await seedDemo(second, { now, hashPassword })
})

afterAll(() => Promise.all(drops.map((drop) => drop())))

async function column<T = string>(query: string, of: Database = db): Promise<T[]> {
  const { rows } = await sql.raw<{ value: T }>(query).execute(of)
  return rows.map((row) => row.value)
}

describe('seeding twice', () => {
  test.each([
    'accounts',
    'profiles',
    'events',
    'line_up_slots',
    'ticket_types',
    'ticket_sales',
    'event_traffic',
    'event_people',
    'promo_codes',
    'guests',
    'waitlist_entries',
    'holder_messages',
    'check_in_quarters',
    'orders',
    'order_items',
    'payments',
    'bookings',
    'booking_steps',
    'calendar_holds',
    'reviews',
    'connections',
    'profile_views',
    'invitations',
    'chat_messages',
    'chat_room_members',
    'moderation_cases',
    'moderation_reports',
    'chat_mutes',
    'audit_log',
    'notifications',
  ])('rows of %s are equal in two seeded databases', async (table) => {
    const rows = `select md5(string_agg(row::text, ' ' order by row::text)) as value
      from (select to_jsonb(t) - 'updated_at' as row from ${table} t) rows`
    // In these tables, `updated_at` is the only column that depends on the time of writing.
    expect(await column(rows, second)).toEqual(await column(rows))
  })

  test('check-ins are equal in two seeded databases, except for the transaction id', async () => {
    const rows = `select md5(string_agg(row::text, ' ' order by row::text)) as value
      from (select to_jsonb(c) - 'changed_in' as row from check_ins c) rows`
    expect(await column(rows, second)).toEqual(await column(rows))
  })

  test('tickets are equal in two seeded databases, except for their secrets', async () => {
    const rows = `select md5(string_agg(row::text, ' ' order by row::text)) as value
      from (select to_jsonb(t) - 'secret' - 'changed_in' as row from tickets t) rows`
    expect(await column(rows, second)).toEqual(await column(rows))
    const secrets = 'select md5(string_agg(secret::text, null order by id)) as value from tickets'
    expect(await column(secrets, second)).not.toEqual(await column(secrets))
  })

  test('seeding the same database twice is a no-op', async () => {
    await expect(seedDemo(db, { now, hashPassword })).rejects.toThrow(/unique/)
    expect(await column('select id as value from accounts')).toHaveLength(14)
  })
})

test('booking numbers of real bookings continue after those of the demo', async () => {
  const bookings = await column('select id as value from bookings')
  const [number] = await column(`select nextval('booking_numbers') as value`)
  expect(number).toBe(bookings.length + 1)
})
