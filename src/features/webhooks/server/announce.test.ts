import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createConfirmedBooking,
  createTestBookings,
  insertDj,
  insertMember,
} from '~/features/bookings/server/testing'
import { cancelEvent, postponeEvent } from '~/features/events/server/public'
import { insertEvent } from '~/features/events/server/testing'
import { dispatchOutbox } from '~/features/orders/server/testing'
import { createTestDatabase } from '~tests/support/database'
import { WEBHOOK_MESSAGES } from '../contract-messages'
import type { WebhookKind } from '../rules/webhook-kind'
import { insertEndpoint } from './testing'

const URL = 'https://hooks.example/b2b'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let organizerId: string
let endpointId: string
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  organizerId = (await insertMember(database.db)).id
  endpointId = (await insertEndpoint(database.db, { userId: organizerId, url: URL })).id
})
afterAll(() => database.drop())

async function listMessages(id = endpointId) {
  const messages = await database.db
    .selectFrom('webhook_deliveries')
    .select(['kind', 'payload'])
    .where('endpoint_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // Every message in these tests has exactly the fields that the API reference names.
  for (const { kind, payload } of messages) WEBHOOK_MESSAGES[kind as WebhookKind].data.strict().parse(payload)
  return messages
}

async function insertOrder(eventId: string, status = 'confirmed') {
  const { rows } = await sql<{ id: string }>`
    with sold as (
      insert into orders (event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents, expires_at,
        confirmed_at, currency)
      values (${eventId}, gen_random_uuid(), ${status}, 'Sofia Lind', 'sofia@b2b.example', 1600, 0, 0, now(), now(), 'USD')
      returning id
    ), type as (
      insert into ticket_types (event_id, name, price_cents, quantity_total) values (${eventId}, ${status}, 1600, 10) returning id
    ), item as (
      insert into order_items (order_id, ticket_type_id, quantity, unit_cents) select sold.id, type.id, 1, 1600 from sold, type
    )
    select id from sold`.execute(database.db)
  return rows[0]?.id ?? ''
}

const dispatch = () =>
  dispatchOutbox(database.db, {
    jobs: { enqueueMany: () => Promise.resolve() },
    log: { error: () => undefined },
  })

test('the organizer gets messages about a moved and a cancelled event', async () => {
  const id = await insertEvent(database.db, { organizer_id: organizerId })
  const change = { id, byId: organizerId, message: 'Flooded' }
  await database.db.transaction().execute(async (trx) => {
    await postponeEvent(trx, { ...change, times: null, refundableUntil: new Date('2026-12-20') })
    await cancelEvent(trx, change)
  })
  const messages = await listMessages()
  expect(messages.map(({ kind }) => kind).toSorted()).toEqual(['event.cancelled', 'event.changed'])
  expect(messages.find(({ kind }) => kind === 'event.cancelled')?.payload).toMatchObject({
    eventId: id,
    state: 'cancelled',
    startsAt: '2026-12-05T23:00:00.000Z',
    endsAt: null,
  })
})

test('a change that is rolled back sends no message', async () => {
  const id = await insertEvent(database.db, { organizer_id: organizerId })
  const failing = database.db.transaction().execute(async (trx) => {
    await cancelEvent(trx, { id, byId: organizerId, message: 'Flooded' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await listMessages()).toEqual([])
})

test('endpoints that are off, belong to other people or want other kinds get no message', async () => {
  const { db } = database
  const stranger = await insertMember(db)
  const others = [
    await insertEndpoint(db, { userId: stranger.id, url: URL }),
    await insertEndpoint(db, { userId: organizerId, url: URL, kinds: ['order.confirmed'] }),
    await insertEndpoint(db, { userId: organizerId, url: URL }),
  ]
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'owner' where id = ${others[2]?.id}`.execute(
    db,
  )
  const id = await insertEvent(db, { organizer_id: organizerId })
  await db.transaction().execute((trx) => cancelEvent(trx, { id, byId: organizerId, message: 'Flooded' }))
  expect(await listMessages()).toHaveLength(1)
  for (const other of others) expect(await listMessages(other.id)).toEqual([])
})

test('messages about orders are enqueued when the outbox is dispatched, and have no data of the buyer', async () => {
  const eventId = await insertEvent(database.db, { organizer_id: organizerId })
  const [bought, refunded] = [await insertOrder(eventId), await insertOrder(eventId, 'refunded')]
  await sql`insert into order_outbox (order_id, kind) values (${bought}, 'confirmed'), (${refunded}, 'refunded')`.execute(
    database.db,
  )
  await dispatch()
  const messages = await listMessages()
  expect(messages.map(({ kind }) => kind).toSorted()).toEqual(['order.confirmed', 'order.refunded'])
  expect(messages.find(({ kind }) => kind === 'order.confirmed')?.payload).toMatchObject({
    orderId: bought,
    eventId,
    state: 'confirmed',
    totalCents: 1600,
    currency: 'USD',
  })
  expect(JSON.stringify(messages)).not.toMatch(/sofia/iu)
  await dispatch()
  expect(await listMessages()).toHaveLength(2)
})

test('checking in a ticket sends a message, undoing a scan does not', async () => {
  const { db } = database
  const eventId = await insertEvent(db, { organizer_id: organizerId }, [{ name: 'Early' }])
  const orderId = await insertOrder(eventId)
  const { rows } = await sql<{ id: string }>`
    insert into tickets (order_id, event_id, ticket_type_id) select ${orderId}, ${eventId}, id from ticket_types where event_id = ${eventId}
    returning id`.execute(db)
  const ticketId = rows[0]?.id
  const setCheckedIn = (at: Date | null) =>
    sql`update tickets set checked_in_at = ${at} where id = ${ticketId}`.execute(db)
  await setCheckedIn(new Date('2026-12-05T23:10:00Z'))
  await setCheckedIn(new Date('2026-12-05T23:09:00Z'))
  await setCheckedIn(null)
  const messages = await listMessages()
  expect(messages).toMatchObject([
    {
      kind: 'ticket.checked_in',
      payload: { ticketId, eventId, state: 'checked_in', at: '2026-12-05T23:10:00.000Z' },
    },
  ])
})

test('client and DJ get a message about each step of their booking, with the new state', async () => {
  const { db } = database
  const bookings = createTestBookings(db)
  const [client, dj] = [await insertMember(db), await insertDj(db)]
  const endpoints = [
    await insertEndpoint(db, { userId: client.id, url: URL }),
    await insertEndpoint(db, { userId: dj.id, url: URL }),
  ]
  const bookingId = await createConfirmedBooking(bookings, client, dj, 21)
  for (const { id } of endpoints)
    expect(await listMessages(id)).toMatchObject([
      { kind: 'booking.changed', payload: { bookingId, state: 'pending', step: 'request' } },
      { kind: 'booking.changed', payload: { bookingId, state: 'confirmed', step: 'accept' } },
    ])
})
