import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertMember } from '~/features/bookings/server/testing'
import { createTestDatabase } from '~tests/support/database'
import { createEndpointSecret } from './endpoint-secret'
import { reencryptWebhookSecrets } from './reencrypt-secrets'
import { joinSecrets } from '~/platform/secrets/derived-key'
import {
  createTestSender,
  findDelivery,
  insertDelivery,
  insertEndpoint,
  startReceiver,
  TEST_SECRET,
} from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await insertMember(database.db)).id
})
afterAll(() => database.drop())

const findEndpoint = (id: string) =>
  database.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const listNotified = (id: string) =>
  database.db
    .selectFrom('notifications')
    .select(['user_id', 'kind', 'facts'])
    .where('subject_id', '=', id)
    .execute()

async function prepare(status: number) {
  const { db } = database
  const receiver = await startReceiver((response) => response.writeHead(status).end())
  const endpoint = await insertEndpoint(db, { userId, url: receiver.url })
  return { db, receiver, endpoint, ...createTestSender(db) }
}

test('410 Gone turns the endpoint off, cancels its other messages and notifies the owner', async () => {
  const { db, receiver, endpoint, sender, clock } = await prepare(410)
  const id = await insertDelivery(db, endpoint.id)
  const waiting = await insertDelivery(db, endpoint.id)
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date(clock.now.getTime() + 60_000) })
    .where('id', '=', waiting)
    .execute()
  await sender.send()
  await vi.waitFor(async () => expect((await findEndpoint(endpoint.id)).disabled_reason).toBe('gone'))
  for (const each of [id, waiting])
    expect(await findDelivery(db, each)).toMatchObject({ next_attempt_at: null, failed_at: clock.now })
  expect(await listNotified(endpoint.id)).toEqual([
    { user_id: userId, kind: 'webhook_disabled', facts: { title: `127.0.0.1:${receiver.port}` } },
  ])
  await insertDelivery(db, endpoint.id)
  expect(await sender.send()).toBe(0)
})

test('turns an endpoint off after five days in which every attempt failed', async () => {
  const { db, endpoint, sender, clock } = await prepare(500)
  const first = await insertDelivery(db, endpoint.id)
  await sender.send()
  await vi.waitFor(async () => expect((await findDelivery(db, first)).last_status).toBe(500))
  expect((await findEndpoint(endpoint.id)).failing_since).toEqual(clock.now)
  clock.now = new Date(clock.now.getTime() + 5 * 86_400_000)
  await insertDelivery(db, endpoint.id)
  await sender.send()
  await vi.waitFor(async () => expect((await findEndpoint(endpoint.id)).disabled_reason).toBe('failing'))
  expect(await listNotified(endpoint.id)).toHaveLength(1)
})

test('after a delivered message, the endpoint no longer counts as failing', async () => {
  const { db, endpoint, sender, clock } = await prepare(200)
  await db
    .updateTable('webhook_endpoints')
    .set({ failing_since: clock.now })
    .where('id', '=', endpoint.id)
    .execute()
  await insertDelivery(db, endpoint.id)
  await sender.send()
  await vi.waitFor(async () => expect((await findEndpoint(endpoint.id)).failing_since).toBeNull())
})

test('a message fails for good after the eighth attempt', async () => {
  const { db, endpoint, sender, clock } = await prepare(500)
  const id = await insertDelivery(db, endpoint.id)
  await db.updateTable('webhook_deliveries').set({ attempts: 7 }).where('id', '=', id).execute()
  await sender.send()
  await vi.waitFor(async () =>
    expect(await findDelivery(db, id)).toMatchObject({
      attempts: 8,
      failed_at: clock.now,
      next_attempt_at: null,
    }),
  )
})

test('after a rotation, messages verify with the old and the new secret until the old secret expires', async () => {
  const { db, receiver, endpoint, sender, clock } = await prepare(200)
  const { text, sealed } = createEndpointSecret(TEST_SECRET)
  const old = await findEndpoint(endpoint.id)
  await db
    .updateTable('webhook_endpoints')
    .set({
      secret_sealed: sealed,
      previous_secret_sealed: old.secret_sealed,
      previous_secret_until: new Date(clock.now.getTime() + 1000),
    })
    .where('id', '=', endpoint.id)
    .execute()
  const send = async () => {
    const id = await insertDelivery(db, endpoint.id)
    await sender.send()
    return vi.waitFor(() => {
      const message = receiver.received.find(({ headers }) => headers['webhook-id'] === id)
      if (!message) throw new Error('not yet received')
      return message
    })
  }
  const verify = (secret: string, { body, headers }: Awaited<ReturnType<typeof send>>) =>
    new Webhook(secret).verify(body, headers as Record<string, string>)
  const both = await send()
  verify(text, both)
  verify(endpoint.secret, both)
  clock.now = new Date(clock.now.getTime() + 2000)
  const later = await send()
  verify(text, later)
  expect(() => verify(endpoint.secret, later)).toThrow('No matching signature')
})

test('re-encrypts endpoint secrets with a new SECRET, so that the previous SECRET can be removed', async () => {
  const { db, receiver, endpoint } = await prepare(200)
  const secret = 'another secret of the tests, long enough'
  await reencryptWebhookSecrets({ db, secret: joinSecrets(secret, TEST_SECRET) })
  const { sender } = createTestSender(db, { secret })
  await insertDelivery(db, endpoint.id)
  await sender.send()
  const message = await vi.waitFor(() => {
    const [first] = receiver.received
    if (!first) throw new Error('not yet received')
    return first
  })
  new Webhook(endpoint.secret).verify(message.body, message.headers as Record<string, string>)
})
