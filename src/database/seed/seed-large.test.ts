import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../connect'
import { createTestDatabase } from '../testing'
import { seedLarge } from './seed-large'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedLarge(db, { events: 230, tickets: 3002, now })
})

afterAll(() => drop())

async function count(query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${query}`).execute(db)
  return rows[0]?.n ?? -1
}

test('as many events and tickets as asked for, half of the events ahead', async () => {
  expect(await count('events')).toBe(230)
  expect(await count('tickets')).toBe(3002)
  expect(await count(`events where event_date > '${now.toISOString()}'`)).toBe(115)
})

test('stock and money add up', async () => {
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

test('more seats than places are refused', async () => {
  await expect(seedLarge(db, { events: 1, tickets: 501, now })).rejects.toThrow(RangeError)
})
