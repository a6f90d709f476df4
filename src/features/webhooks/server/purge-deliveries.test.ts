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

test('deletes messages of removed webhooks, which removing them leaves', async () => {
  const { db } = database
  const { id } = await insertEndpoint(db, { userId, url })
  const delivery = await insertDelivery(db, id, subtractDays(1))
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  await findDelivery(db, delivery)
  expect(await purgeDeliveries(db, now)).toBe(1)
  await expect(findDelivery(db, delivery)).rejects.toThrow()
})

test('keeps the newest 10,000 messages of a webhook, delivered or waiting', async () => {
  const { db } = database
  const busy = await insertEndpoint(db, { userId, url })
  const other = await insertEndpoint(db, { userId, url })
  const oldest = [
    await insertDelivery(db, busy.id, subtractDays(3)),
    await insertDelivery(db, other.id, subtractDays(3)),
  ]
  const second = await insertDelivery(db, busy.id, subtractDays(2))
  await sql`
    insert into webhook_deliveries (endpoint_id, kind, payload, created_at, next_attempt_at, delivered_at)
    select ${busy.id}, 'event.changed', '{}', ${subtractDays(1)}::timestamptz + n * interval '1 second', null, ${now}
    from generate_series(1, 9999) n`.execute(db)
  expect(await purgeDeliveries(db, now)).toBe(1)
  await expect(findDelivery(db, oldest[0] ?? '')).rejects.toThrow()
  await findDelivery(db, oldest[1] ?? '')
  await findDelivery(db, second)
})
