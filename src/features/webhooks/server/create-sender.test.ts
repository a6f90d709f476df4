import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertMember } from '~/features/bookings/server/testing'
import { createTestDatabase } from '~tests/support/database'
import {
  createTestSender,
  findDelivery,
  insertDelivery,
  insertEndpoint,
  startReceiver,
  type Received,
} from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await insertMember(database.db)).id
})
beforeEach(async () => {
  await database.db.deleteFrom('webhook_endpoints').execute()
})
afterAll(() => database.drop())

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const countReceived = (received: readonly Received[]) => {
  const counts = new Map<unknown, number>()
  for (const { headers } of received)
    counts.set(headers['webhook-id'], (counts.get(headers['webhook-id']) ?? 0) + 1)
  return counts
}

test('sends a message that the reference library verifies, and logs it as delivered', async () => {
  const { db } = database
  const receiver = await startReceiver((response) => response.end('thanks'))
  const endpoint = await insertEndpoint(db, { userId, url: receiver.url })
  const id = await insertDelivery(db, endpoint.id)
  const { sender, errors } = createTestSender(db)
  await sender.send()
  await vi.waitFor(async () => expect((await findDelivery(db, id)).delivered_at).not.toBeNull())
  const [message] = receiver.received
  if (!message) throw new Error('nothing was received')
  expect(verify(endpoint.secret, message)).toEqual({
    type: 'event.published',
    timestamp: (await findDelivery(db, id)).created_at.toISOString(),
    data: { eventId: 'e1', state: 'published', url: 'https://b2b.example/api/v1/me/events/e1' },
  })
  expect(message.headers['webhook-id']).toBe(id)
  expect(() => verify(endpoint.secret, { ...message, body: message.body.replace('e1', 'e2') })).toThrow(
    'No matching signature',
  )
  expect(await findDelivery(db, id)).toMatchObject({ attempts: 1, last_status: 200, next_attempt_at: null })
  expect(errors).toEqual([])
})

test('receivers that hang, fail or redirect do not delay messages to other receivers', async () => {
  const { db } = database
  const inside = await startReceiver((response) => response.end())
  const bad = [
    await startReceiver(() => undefined),
    await startReceiver((response) => response.writeHead(500).end()),
    await startReceiver((response) => response.writeHead(302, { location: inside.url }).end()),
  ]
  for (const { url } of bad) {
    const { id } = await insertEndpoint(db, { userId, url })
    for (let count = 0; count < 30; count += 1) await insertDelivery(db, id)
  }
  const good = await startReceiver((response) => response.end())
  const endpoint = await insertEndpoint(db, { userId, url: good.url })
  for (let count = 0; count < 30; count += 1) await insertDelivery(db, endpoint.id)
  const { sender } = createTestSender(db)
  await sender.send()
  // The hanging receiver holds its requests for ten seconds, but the others get theirs within five.
  await vi.waitFor(() => expect(good.received).toHaveLength(30), 5000)
  await vi.waitFor(() => expect(bad[2]?.received).toHaveLength(30), 5000)
  expect(bad[0]?.received).toHaveLength(2)
  expect(inside.received).toEqual([])
  expect(new Set(countReceived(good.received).values())).toEqual(new Set([1]))
  bad[0]?.end()
})

test('a failing receiver gets one request at a time, and the next only after a pause', async () => {
  const { db } = database
  const receiver = await startReceiver((response) => response.writeHead(404).end())
  const { id } = await insertEndpoint(db, { userId, url: receiver.url })
  await db.updateTable('webhook_endpoints').set({ failing_since: new Date() }).where('id', '=', id).execute()
  for (let count = 0; count < 3; count += 1) await insertDelivery(db, id)
  const slow = createTestSender(db, { pauseMs: 60_000 })
  await slow.sender.send()
  const countAttempts = async () => {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .select('attempts')
      .where('endpoint_id', '=', id)
      .execute()
    return rows.reduce((sum, { attempts }) => sum + attempts, 0)
  }
  await vi.waitFor(async () => expect(await countAttempts()).toBe(1))
  await vi.waitFor(async () => expect(await slow.sender.send()).toBe(0))
  expect(receiver.received).toHaveLength(1)
  await slow.sender.stop()
  const { sender } = createTestSender(db)
  await sender.send()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3))
})

test('retries a message with the same id and body until a 2xx response, and waits longer each time', async () => {
  const { db } = database
  let status = 503
  const receiver = await startReceiver((response) => response.writeHead(status).end())
  const endpoint = await insertEndpoint(db, { userId, url: receiver.url })
  const id = await insertDelivery(db, endpoint.id)
  const { sender, clock } = createTestSender(db)
  const delays: number[] = []
  for (let attempts = 1; attempts <= 2; attempts += 1) {
    await sender.send()
    // Waits until the result is stored. Until then, the row has the status of the previous attempt.
    await vi.waitFor(async () => expect(await sender.send()).toBe(0))
    const row = await findDelivery(db, id)
    expect(row).toMatchObject({ attempts, last_status: 503, last_problem: 'status' })
    delays.push((row.next_attempt_at?.getTime() ?? 0) - clock.now.getTime())
    // Sends nothing, because the message is not due yet.
    await sender.send()
    expect(receiver.received).toHaveLength(attempts)
    clock.now = row.next_attempt_at ?? clock.now
  }
  expect(delays).toEqual([5000, 60_000])
  status = 200
  await sender.send()
  await vi.waitFor(async () => expect((await findDelivery(db, id)).delivered_at).not.toBeNull())
  expect(countReceived(receiver.received)).toEqual(new Map([[id, 3]]))
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('two processes send each message once', async () => {
  const { db } = database
  const receiver = await startReceiver((response) => response.end())
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const { id } = await insertEndpoint(db, { userId, url: receiver.url })
    for (let message = 0; message < 10; message += 1) ids.push(await insertDelivery(db, id))
  }
  const processes = [createTestSender(db), createTestSender(db)]
  await Promise.all(processes.map(({ sender }) => sender.send()))
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(80), 5000)
  await Promise.all(processes.map(({ sender }) => sender.stop()))
  expect(countReceived(receiver.received)).toEqual(new Map(ids.toSorted().map((id) => [id, 1])))
})

test('another process sends a message again only after the lease of the first process has ended', async () => {
  const { db } = database
  const receiver = await startReceiver(() => undefined)
  const endpoint = await insertEndpoint(db, { userId, url: receiver.url })
  await insertDelivery(db, endpoint.id)
  const [first, second] = [createTestSender(db), createTestSender(db)]
  expect(await first.sender.send()).toBe(1)
  second.clock.now = new Date(first.clock.now.getTime() + 59_000)
  expect(await second.sender.send()).toBe(0)
  second.clock.now = new Date(first.clock.now.getTime() + 61_000)
  expect(await second.sender.send()).toBe(1)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2))
  receiver.end()
})

test('the sender stops after the timeout of a request, even if a result cannot be stored', async () => {
  const { db } = database
  const receiver = await startReceiver((response) => response.end())
  const endpoint = await insertEndpoint(db, { userId, url: receiver.url })
  const id = await insertDelivery(db, endpoint.id)
  const { sender } = createTestSender(db, { patienceMs: 300 })
  await db.transaction().execute(async (trx) => {
    await sql`select from webhook_endpoints where id = ${endpoint.id}::uuid for update`.execute(trx)
    await sender.send()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1))
    await sender.stop()
    expect((await findDelivery(db, id)).delivered_at).toBeNull()
  })
  await vi.waitFor(async () => expect((await findDelivery(db, id)).delivered_at).not.toBeNull())
})
