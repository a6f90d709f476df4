import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { seedLarge } from './seed-large'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedLarge(db, { events: 230, tickets: 3002, djs: 140, now })
})

afterAll(() => drop())

async function count(query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${query}`).execute(db)
  return rows[0]?.n ?? -1
}

test('creates as many events and tickets as requested, half of the events upcoming', async () => {
  expect(await count('events')).toBe(230)
  expect(await count('tickets')).toBe(3002)
  expect(await count(`events where event_date > '${now.toISOString()}'`)).toBe(115)
})

test('the stock and the amounts of the seeded orders add up', async () => {
  expect(
    await count(`ticket_types t where quantity_sold <> (select coalesce(sum(quantity), 0) from order_items where ticket_type_id = t.id)
      or quantity_sold <> (select count(*) from tickets where ticket_type_id = t.id)`),
  ).toBe(0)
  expect(
    await count(
      `orders o where total_cents <> (select sum(amount_cents) from payments where order_id = o.id)`,
    ),
  ).toBe(0)
})

test('creates as many DJs as requested, each of their bookings reviewed', async () => {
  expect(await count('profiles where is_dj and is_public')).toBe(140)
  expect(await count("bookings where status = 'completed'")).toBe(420)
  expect(await count('reviews r join bookings b on b.id = r.booking_id and b.dj_id = r.subject_id')).toBe(420)
  expect(
    await count("user_roles where role = 'user' and user_id in (select id from profiles where is_dj)"),
  ).toBe(140)
})

test('refuses more tickets than the events have room for', async () => {
  await expect(seedLarge(db, { events: 1, tickets: 501, now })).rejects.toThrow(RangeError)
})
