import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMember } from '~/features/bookings/server/testing'
import { createTestDatabase } from '~tests/support/database'
import { purgeDeliveries } from './purge-deliveries'
import { findDelivery, insertDelivery, insertEndpoint } from './testing'

const now = new Date('2026-12-01T12:00:00Z')
const url = 'https://hooks.example'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await insertMember(database.db)).id
})
afterAll(() => database.drop())

const subtractDays = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('deletes messages after 30 days', async () => {
  const { db } = database
  const { id } = await insertEndpoint(db, { userId, url })
  const old = await insertDelivery(db, id, subtractDays(30.1))
  const recent = await insertDelivery(db, id, subtractDays(29.9))
  expect(await purgeDeliveries(db, now)).toBe(1)
  await expect(findDelivery(db, old)).rejects.toThrow()
  await findDelivery(db, recent)
})

test('deletes the messages of removed webhooks, which removing a webhook leaves in the table', async () => {
  const { db } = database
  const { id } = await insertEndpoint(db, { userId, url })
  const delivery = await insertDelivery(db, id, subtractDays(1))
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  await findDelivery(db, delivery)
  expect(await purgeDeliveries(db, now)).toBe(1)
  await expect(findDelivery(db, delivery)).rejects.toThrow()
})

test.each([
  { isWaiting: true, kept: 'that wait' },
  { isWaiting: false, kept: 'that ended' },
])(
  'of the messages of a webhook $kept, keeps the newest 10,000, and keeps all other messages',
  async ({ isWaiting }) => {
    const { db } = database
    const busy = await insertEndpoint(db, { userId, url })
    const other = await insertEndpoint(db, { userId, url })
    const end = (id: string) =>
      db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: null, delivered_at: now })
        .where('id', '=', id)
        .execute()
    const insert = async (endpointId: string, days: number, waits = isWaiting) => {
      const id = await insertDelivery(db, endpointId, subtractDays(days))
      if (!waits) await end(id)
      return id
    }
    const oldest = await insert(busy.id, 3)
    const kept = [await insert(busy.id, 2), await insert(busy.id, 4, !isWaiting), await insert(other.id, 3)]
    await sql`
    insert into webhook_deliveries (endpoint_id, kind, payload, created_at, next_attempt_at, delivered_at)
    select ${busy.id}, 'event.changed', '{}', ${subtractDays(1)}::timestamptz + n * interval '1 second',
      ${isWaiting ? now : null}, ${isWaiting ? null : now}
    from generate_series(1, 9999) n`.execute(db)
    expect(await purgeDeliveries(db, now)).toBe(1)
    await expect(findDelivery(db, oldest)).rejects.toThrow()
    for (const id of kept) await findDelivery(db, id)
  },
)
