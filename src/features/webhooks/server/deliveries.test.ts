import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMember } from '~/features/bookings/server/testing'
import type { Caller } from '~/platform/rpc/caller'
import { createTestDatabase } from '~tests/support/database'
import { claimDeliveries } from './claim-deliveries'
import { replayDelivery } from './deliveries'
import { recordAttempt } from './record-attempt'
import { createTestSender, findDelivery, insertDelivery, insertEndpoint } from './testing'

const now = new Date('2026-12-01T12:00:00Z')
const url = 'https://hooks.example'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await insertMember(database.db)).id
})
afterAll(() => database.drop())

/** Inserts a message and begins its first attempt. */
async function startAttempt() {
  const { db } = database
  const { id } = await insertEndpoint(db, { userId, url })
  await insertDelivery(db, id)
  const claim = { isFailing: false, slots: 1, perEndpoint: 1, perUser: 4, running: [], resting: [], now }
  const [delivery] = await claimDeliveries(db, claim)
  if (delivery === undefined) throw new Error('No message is due')
  const caller: Pick<Caller, 'id'> = { id: userId }
  const context = {
    caller: caller as Caller,
    db,
    limits: { consume: () => Promise.resolve() },
    now: () => now,
  }
  const resend = () => replayDelivery(context, { id, deliveryId: delivery.id })
  const end = () => {
    const result = { status: 500, problem: 'status' as const }
    return recordAttempt(createTestSender(db).services, { delivery, result, now, random: 0 })
  }
  return { deliveryId: delivery.id, end, resend }
}

test('sends a waiting message that has failed again, without its old result', async () => {
  const { deliveryId, end, resend } = await startAttempt()
  await end()
  expect(await findDelivery(database.db, deliveryId)).toMatchObject({ last_status: 500, attempts: 1 })
  await resend()
  expect(await findDelivery(database.db, deliveryId)).toMatchObject({
    attempts: 0,
    next_attempt_at: now,
    last_status: null,
    last_problem: null,
  })
  await expect(resend()).rejects.toMatchObject({ code: 'STILL_WAITING' })
})

test('refuses to send a message again while an attempt runs, the first or a later one', async () => {
  const { deliveryId, resend } = await startAttempt()
  await expect(resend()).rejects.toMatchObject({ code: 'STILL_WAITING' })
  await database.db
    .updateTable('webhook_deliveries')
    .set({ last_status: 500, last_problem: 'status' })
    .where('id', '=', deliveryId)
    .execute()
  await expect(resend()).rejects.toMatchObject({ code: 'STILL_WAITING' })
})
