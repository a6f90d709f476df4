import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import { handOverNotices } from './jobs'
import { createShop, insertCaller, insertSale, reserveInput, type Shop } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createShop(database.db)
})
afterAll(() => database.drop())

test('a sale that cannot be counted keeps the mails of no other', async () => {
  const { db } = shop
  const good = await insertSale(db, [{ total: 5, cents: 0 }])
  const bad = await insertSale(db, [{ total: 5, cents: 0 }])
  const buyer = await insertCaller(db)
  await shop.as(buyer).reserve(reserveInput(bad, [1]))
  await shop.as(buyer).reserve(reserveInput(good, [2]))
  // No zone of PostgreSQL's; what is stored today is asked before.
  await db.updateTable('events').set({ timezone: 'Nowhere/Never' }).where('id', '=', bad.eventId).execute()
  const sent: object[] = []
  const faults: unknown[] = []
  await handOverNotices(db, {
    jobs: { enqueueMany: async (_, __, payloads) => void sent.push(...payloads) },
    log: { error: (fault: unknown) => void faults.push(fault) },
  })
  expect(sent).toHaveLength(2)
  expect(faults).toHaveLength(1)
  const counted = await db.selectFrom('ticket_sales').select(['ticket_type_id', 'tickets']).execute()
  expect(counted).toEqual([{ ticket_type_id: good.types[0], tickets: 2 }])
  await db.updateTable('events').set({ timezone: 'UTC' }).where('id', '=', bad.eventId).execute()
})
