import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { createTestDatabase } from '~tests/support/database'
import { changeEventBookings } from './event-bookings'
import {
  createConfirmedBooking,
  createTerms,
  createTestBookings,
  DAY,
  insertDj,
  insertMember,
  type TestBookings,
} from './testing'

let bookings: TestBookings
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
})
afterAll(() => drop())

const AGREED_FEE = 120_000

async function readCancelled(id: string): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    select cancelled_cents as cents from bookings where id = ${id}`.execute(bookings.db)
  return rows[0]?.cents
}

/**
 * Creates a confirmed booking for tomorrow. Then the client moves the event by 20 days, which offers the DJ the new
 * date.
 */
async function openMovedBooking() {
  const { db, clock, services } = bookings
  const client = await insertMember(db)
  const dj = await insertDj(db)
  const id = await createConfirmedBooking(bookings, client, dj, 1)
  const eventId = newId()
  const from = new Date(clock.now.getTime() + DAY)
  await sql`
    insert into events (id, organizer_id, title, event_type, event_date, event_status, timezone, location, venue_name)
    values (${eventId}, ${client.id}, 'Low Ceiling', 'club_night', ${from}, 'published', 'Europe/Berlin', 'Berlin', 'Cistern')`.execute(
    db,
  )
  await sql`update bookings set event_id = ${eventId} where id = ${id}`.execute(db)
  await db.transaction().execute((trx) =>
    changeEventBookings(trx, services.jobs, {
      eventId,
      clientId: client.id,
      outcomes: new Map(),
      otherwise: 'ask',
      moved: { from, to: new Date(from.getTime() + 20 * DAY).toISOString(), timezone: 'Europe/Berlin' },
      reason: '',
      now: clock.now,
    }),
  )
  const cancel = async (steps: number) => {
    await bookings.as(client).cancel({ id, steps, reason: 'Ill' })
    return readCancelled(id)
  }
  return { id, dj, cancel }
}

test('moving the date and cancelling before the DJ agreed to it doesn’t avoid the late fee', async () => {
  const { cancel } = await openMovedBooking()
  expect(await cancel(3)).toBe(AGREED_FEE / 2)
})

test('an offer that the client didn’t accept doesn’t change the cost of a cancellation', async () => {
  const { id, dj, cancel } = await openMovedBooking()
  await bookings.as(dj).offer({ id, steps: 3, terms: createTerms(bookings, 21, { feeCents: 9_000_000 }) })
  expect(await cancel(4)).toBe(AGREED_FEE / 2)
})

test('a lower fee that both sides agreed on determines the cost of a cancellation', async () => {
  const client = await insertMember(bookings.db)
  const dj = await insertDj(bookings.db)
  const id = await createConfirmedBooking(bookings, client, dj, 1)
  await bookings.as(client).proposeFee({ id, steps: 2, feeCents: 80_000 })
  await bookings.as(dj).respondToFee({ id, steps: 3, isAccepted: true })
  await bookings.as(client).cancel({ id, steps: 4, reason: 'Ill' })
  expect(await readCancelled(id)).toBe(40_000)
})

test('once the DJ has agreed to a new date, the cancellation periods count from that date', async () => {
  const { id, dj, cancel } = await openMovedBooking()
  await bookings.as(dj).accept({ id, steps: 3 })
  expect(await cancel(4)).toBe(0)
})
