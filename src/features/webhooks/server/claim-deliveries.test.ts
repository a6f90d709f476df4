import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertMember } from '~/features/bookings/server/testing'
import { createTestDatabase } from '~tests/support/database'
import { claimDeliveries } from './claim-deliveries'
import { createTestSender, findDelivery, insertDelivery, insertEndpoint, startReceiver } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const userIds: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  for (let count = 0; count < 3; count += 1) userIds.push((await insertMember(database.db)).id)
})
beforeEach(async () => {
  await database.db.deleteFrom('webhook_endpoints').execute()
})
afterAll(() => database.drop())

const URL = 'http://receiver.example/'
const claim = (slots: number, now = new Date()) =>
  claimDeliveries(database.db, {
    isFailing: false,
    resting: [],
    slots,
    perEndpoint: 2,
    perUser: 4,
    running: [],
    now,
  })

async function insertMessages(userId: string, dueAt: readonly number[]): Promise<string[]> {
  const { db } = database
  const { id } = await insertEndpoint(db, { userId, url: URL })
  const ids: string[] = []
  for (const seconds of dueAt) {
    const delivery = await insertDelivery(db, id)
    await db
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: new Date(seconds * 1000) })
      .where('id', '=', delivery)
      .execute()
    ids.push(delivery)
  }
  return ids
}

test('claims the messages of all endpoints that have been due longest', async () => {
  const [, second = '', third = ''] = userIds
  await insertMessages(second, [30, 40])
  const [oldest] = await insertMessages(third, [10, 60])
  const [next] = await insertMessages(second, [20, 50])
  expect(new Set((await claim(2)).map(({ id }) => id))).toEqual(new Set([oldest, next]))
})

test('a member whose receivers hang gets at most four requests, and other members get their messages', async () => {
  const { db } = database
  const [slow = '', other = ''] = userIds
  const hanging = await startReceiver(() => undefined)
  for (let count = 0; count < 5; count += 1) {
    const { id } = await insertEndpoint(db, { userId: slow, url: hanging.url })
    for (let message = 0; message < 3; message += 1) await insertDelivery(db, id)
  }
  const good = await startReceiver((response) => response.end())
  const { id } = await insertEndpoint(db, { userId: other, url: good.url })
  const delivery = await insertDelivery(db, id)
  const { sender } = createTestSender(db)
  await sender.send()
  await vi.waitFor(async () => expect((await findDelivery(db, delivery)).delivered_at).not.toBeNull())
  // The limit of four requests per member includes running requests, and those to failing endpoints.
  const first = await db.selectFrom('webhook_endpoints').select('id').where('user_id', '=', slow).execute()
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: new Date() })
    .where('id', '=', first.at(-1)?.id ?? '')
    .execute()
  expect(await sender.send()).toBe(4)
  await vi.waitFor(() => expect(hanging.received).toHaveLength(4))
  hanging.end()
})

test('leaves the messages of a suspended member due until the suspension ends', async () => {
  const { db } = database
  const [userId = ''] = userIds
  const [id = ''] = await insertMessages(userId, [10])
  const now = new Date()
  const suspendedUntil = new Date(now.getTime() + 60_000)
  await db.updateTable('accounts').set({ suspended_until: suspendedUntil }).where('id', '=', userId).execute()
  expect(await claim(10, now)).toEqual([])
  expect(await findDelivery(db, id)).toMatchObject({ attempts: 0, next_attempt_at: new Date(10_000) })
  expect(await claim(10, suspendedUntil)).toMatchObject([{ id }])
})
