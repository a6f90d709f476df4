import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { findCheckInFaults, insertGuest } from '~tests/support/check-in-data'
import { findFaults, insertCaller } from '~tests/support/shop'
import { createEventShop, insertEvent, PASSWORD, ticketsOf } from '~tests/support/event-shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const statusMessage = 'The power went at midnight.'
const MINUTE = 60_000

/**
 * Creates an event during check-in: two of four tickets are checked in, one was scanned twice, and two of a guest's
 * three people.
 */
async function setUpDuringCheckIn() {
  const shop = createEventShop(db)
  const event = await insertEvent(db, undefined, { date: new Date(Date.now() + 60 * MINUTE) })
  const { organizer, sale, eventId } = event
  const buyer = await insertCaller(db)
  const order = await shop.buy(buyer, sale, [4])
  const tickets = (await ticketsOf(db, order)).map(({ id }) => id)
  const guest = await insertGuest(db, eventId, 2)
  const checkIn = checkInOf(shop, organizer, eventId)
  const said = [
    await checkIn({ ticketId: tickets[0] ?? '' }),
    await checkIn({ ticketId: tickets[1] ?? '' }),
    await checkIn({ ticketId: tickets[1] ?? '' }),
    await checkIn({ guestId: guest, people: 2 }),
  ]
  expect(said).toEqual(['checked_in', 'checked_in', 'duplicate', 'checked_in'])
  return { shop, ...event, buyer, order, tickets, guest, checkIn }
}

function checkInOf(shop: ReturnType<typeof createEventShop>, as: Caller, eventId: string) {
  return async (
    about: { ticketId: string } | { guestId: string; people: number },
    more: { nonce?: string; ageMs?: number; wasOffline?: boolean } = {},
  ): Promise<string | undefined> => {
    const kind = 'ticketId' in about ? ('ticket' as const) : ('guest' as const)
    const scan = {
      nonce: crypto.randomUUID(),
      kind,
      people: 1,
      ageMs: 0,
      wasOffline: false,
      ...about,
      ...more,
    }
    const { results } = await shop.as(as).checkIn.scan({
      eventId,
      device: '00000000-0000-4000-8000-000000000001',
      entrance: 'Front',
      scans: [scan],
    })
    return results[0]?.outcome
  }
}

async function insideOf(eventId: string): Promise<object> {
  const { rows } = await sql<object>`
    select (select count(*)::integer from tickets where event_id = ${eventId} and checked_in_at is not null) as tickets,
      (select coalesce(sum(arrived), 0)::integer from guests where event_id = ${eventId}) as guests,
      (select count(*)::integer from check_ins where event_id = ${eventId} and undone_at is null) as acts,
      (select count(*)::integer from check_in_quarters where event_id = ${eventId}) as quarters`.execute(db)
  return rows[0] ?? {}
}
const noOne = { tickets: 0, guests: 0, acts: 0, quarters: 0 }

describe('R-07 an event with check-ins', () => {
  test('canceling an event refunds its checked-in tickets too', async () => {
    const { shop, organizer, eventId, buyer, order, tickets, checkIn } = await setUpDuringCheckIn()
    expect(await insideOf(eventId)).toMatchObject({ tickets: 2, guests: 2, acts: 4 })
    expect(await shop.as(organizer).eventChanges.impact({ eventId })).toMatchObject({
      tickets: 4,
      cents: 7040,
    })
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 1, statusMessage, password: PASSWORD })
    expect(await insideOf(eventId)).toEqual(noOne)
    expect(await findCheckInFaults(db, eventId)).toEqual([])
    await shop.runJobs()
    expect((await ticketsOf(db, order)).map(({ status }) => status)).toEqual(Array(4).fill('refunded'))
    expect(shop.emailsTo(buyer)[0]?.text).toContain('$70.40')
    expect(await findFaults(db)).toEqual([])
    // An offline device syncs later: its check-in is refused, because the ticket is refunded.
    expect(await checkIn({ ticketId: tickets[2] ?? '' }, { wasOffline: true, ageMs: MINUTE })).toBe(
      'refunded',
    )
    expect(await findCheckInFaults(db, eventId)).toEqual([])
  })

  test('postponing without a date makes checked-in tickets refundable, and people can check in again later', async () => {
    const { shop, organizer, eventId, buyer, order, tickets, guest, checkIn } = await setUpDuringCheckIn()
    const { version } = await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage })
    expect(await insideOf(eventId)).toEqual(noOne)
    expect(await findCheckInFaults(db, eventId)).toEqual([])
    expect(await checkIn({ ticketId: tickets[0] ?? '' })).toBe('not_yet')
    expect(await checkIn({ ticketId: tickets[2] ?? '' }, { wasOffline: true, ageMs: MINUTE })).toBe('not_yet')
    const given = await shop.as(buyer).refunds.own({ orderId: order, ticketIds: [tickets[1] ?? ''] })
    expect(given).toMatchObject({ cents: 1760 })

    const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await shop.as(organizer).eventChanges.setDate({ eventId, version, date })
    await sql`update events set event_date = now(), doors_at = null, ends_at = null where id = ${eventId}`.execute(
      db,
    )
    expect(await checkIn({ ticketId: tickets[0] ?? '' })).toBe('checked_in')
    expect(await checkIn({ ticketId: tickets[1] ?? '' })).toBe('refunded')
    expect(await checkIn({ guestId: guest, people: 3 })).toBe('checked_in')
    expect(await insideOf(eventId)).toMatchObject({ tickets: 1, guests: 3 })
    expect(await findCheckInFaults(db, eventId)).toEqual([])
    expect(await findFaults(db)).toEqual([])
  })

  test('moving to a new date clears all check-ins, and notifies devices', async () => {
    const { shop, organizer, eventId, tickets } = await setUpDuringCheckIn()
    const before = await shop.as(organizer).checkIn.open({ eventId })
    expect(before.tickets.filter(({ checkedInAt }) => checkedInAt !== undefined)).toHaveLength(2)
    const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage, date })
    expect(await insideOf(eventId)).toEqual(noOne)
    const { tickets: changed } = await shop.as(organizer).checkIn.changes({ eventId, since: before.seq })
    const out = changed.filter(({ checkedInAt }) => checkedInAt === undefined).map(({ id }) => id)
    expect(out).toEqual(expect.arrayContaining(tickets.slice(0, 2)))
    expect(await findCheckInFaults(db, eventId)).toEqual([])
  })

  test('a scan during the change is either undone or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { shop, organizer, eventId, tickets, checkIn } = await setUpDuringCheckIn()
      const [said] = await Promise.all([
        checkIn({ ticketId: tickets[3] ?? '' }),
        shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage }),
      ])
      expect(['checked_in', 'not_yet']).toContain(said)
      expect(await insideOf(eventId)).toEqual(noOne)
    }
  })
})
