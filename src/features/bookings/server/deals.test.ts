import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { createTestDatabase } from '~tests/support/database'
import { type Deal, FLAT_DEAL } from '../rules/deal'
import {
  createTerms,
  createTestBookings,
  DAY,
  insertDj,
  insertMember,
  sendRequest,
  type TestBookings,
} from './testing'

let bookings: TestBookings
let drop: () => Promise<void>
let client: Caller

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
  client = await insertMember(bookings.db)
})
afterAll(() => drop())

const guarantee: Deal = {
  kind: 'guarantee',
  basisPoints: 5000,
  costs: [{ label: 'Venue hire', cents: 60_000 }],
  isFeeGuaranteed: true,
  cancellation: { freeDays: 30, halfFeeDays: 7 },
}
const split = (basisPoints: number): Deal => ({ ...FLAT_DEAL, kind: 'split', basisPoints })
const noAmounts = { feeCents: null, depositCents: null }

async function insertEvent(): Promise<string> {
  const id = newId()
  const date = new Date(bookings.clock.now.getTime() + 30 * DAY)
  await sql`
    insert into events (id, organizer_id, title, event_type, event_date, event_status, timezone, location, venue_name)
    values (${id}, ${client.id}, 'Low Ceiling', 'club_night', ${date}, 'published', 'Europe/Berlin', 'Berlin', 'Cistern')`.execute(
    bookings.db,
  )
  return id
}

/** Sends a request, links the booking to the event, and offers a door split as the DJ. */
async function offerSplit(eventId: string, basisPoints: number, name: string): Promise<string> {
  const dj = await insertDj(bookings.db, { name })
  const id = await sendRequest(bookings, client, dj, 30)
  await sql`update bookings set event_id = ${eventId} where id = ${id}`.execute(bookings.db)
  const terms = createTerms(bookings, 30, { deal: split(basisPoints), ...noAmounts })
  await bookings.as(dj).offer({ id, steps: 1, terms })
  return id
}

test('a request has a flat fee; an offer stores its deal in the booking and in its step', async () => {
  const dj = await insertDj(bookings.db)
  const id = await sendRequest(bookings, client, dj, 30)
  const requested = await bookings.as(client).get({ id })
  expect(requested.terms.deal).toEqual(FLAT_DEAL)
  const offered = await bookings
    .as(dj)
    .offer({ id, steps: 1, terms: createTerms(bookings, 30, { deal: guarantee }) })
  expect(offered.terms.deal).toEqual(guarantee)
  const agreed = await bookings.as(client).accept({ id, steps: 2 })
  expect(agreed.terms.deal).toEqual(guarantee)
  expect(agreed.trail.map(({ terms }) => terms.deal?.basisPoints)).toEqual([null, 5000, 5000])
})

test('an offer without a deal keeps the deal of the booking', async () => {
  const dj = await insertDj(bookings.db)
  const id = await sendRequest(bookings, client, dj, 30)
  await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 30, { deal: guarantee }) })
  const { deal: _, ...terms } = createTerms(bookings, 30, { feeCents: 150_000 })
  const offered = await bookings.as(client).offer({ id, steps: 2, terms })
  expect(offered.terms).toMatchObject({ feeCents: 150_000, deal: guarantee })
})

test('an invalid deal is refused at its field', async () => {
  const dj = await insertDj(bookings.db)
  const id = await sendRequest(bookings, client, dj, 30)
  const send = (deal: Deal, more: object = {}) =>
    bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 30, { deal, ...more }) })
  const fields: [Deal, object, string][] = [
    [FLAT_DEAL, { feeCents: null, depositCents: null }, 'feeCents'],
    [{ ...guarantee, basisPoints: 0 }, {}, 'deal.basisPoints'],
    [split(5000), {}, 'feeCents'],
    [{ ...guarantee, costs: [{ label: ' ', cents: 1 }] }, {}, 'deal.costs.0.label'],
    [{ ...guarantee, costs: [{ label: 'Hotel', cents: 0 }] }, {}, 'deal.costs.0.cents'],
    [{ ...split(5000), isFeeGuaranteed: true }, noAmounts, 'deal.isFeeGuaranteed'],
    [{ ...guarantee, cancellation: { freeDays: 5, halfFeeDays: 6 } }, {}, 'deal.cancellation.freeDays'],
    [guarantee, { depositCents: 120_001 }, 'depositCents'],
  ]
  for (const [deal, more, field] of fields)
    await expect(send(deal, more), field).rejects.toMatchObject({ code: 'BAD_TERMS', data: { field } })
  await expect(send({ ...guarantee, basisPoints: 10_001 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(send({ ...guarantee, costs: Array.from({ length: 11 }, () => ({ label: 'A', cents: 1 })) }))
    .rejects //
    .toMatchObject({ code: 'BAD_REQUEST' })
  expect((await bookings.as(dj).get({ id })).steps).toBe(1)
})

test('bookings and steps older than the deals feature are readable and can be agreed', async () => {
  const dj = await insertDj(bookings.db)
  const id = newId()
  const { startsAt, endsAt } = createTerms(bookings, 40)
  await sql`
    insert into bookings (id, client_id, dj_id, event_date, ends_at, timezone, event_type, location, fee_cents, awaiting_id)
    values (${id}, ${client.id}, ${dj.id}, ${startsAt}, ${endsAt}, 'Europe/Berlin', 'Club Night', 'The Cistern, Berlin',
      100000, ${dj.id})`.execute(bookings.db)
  await sql`
    insert into booking_steps (booking_id, position, actor_id, kind, terms)
    values (${id}, 1, ${client.id}, 'request', '{"fee_cents": 100000}')`.execute(bookings.db)
  const agreed = await bookings.as(dj).accept({ id, steps: 1 })
  expect(agreed.terms.deal).toEqual(FLAT_DEAL)
  expect(agreed.trail[0]?.terms).toEqual({ feeCents: 100_000 })
})

test('only the client sees the agreed shares of the other DJs, and the tickets of the event', async () => {
  const eventId = await insertEvent()
  await sql`
    insert into ticket_types (event_id, name, price_cents, quantity_total, access_code) values
      (${eventId}, 'General Admission', 1500, 200, null), (${eventId}, 'Late', 1800, 100, null),
      (${eventId}, 'Crew', 100, 100, 'CREW')`.execute(bookings.db)
  const first = await offerSplit(eventId, 2500, 'Juno Okafor')
  await bookings.as(client).accept({ id: first, steps: 2 })
  const second = await offerSplit(eventId, 6000, 'Mara Voss')
  const seen = await bookings.as(client).get({ id: second })
  expect(seen.otherShares).toEqual([{ id: first, name: 'Juno Okafor', basisPoints: 2500 }])
  expect(seen.event?.tickets).toEqual({ averageCents: 1600, capacity: 300 })
  const { dj_id } = await bookings.db
    .selectFrom('bookings')
    .select('dj_id')
    .where('id', '=', second)
    .executeTakeFirstOrThrow()
  expect((await bookings.as({ ...client, id: dj_id ?? '' }).get({ id: second })).otherShares).toEqual([])
})

test('the booking shows no tickets of an event without paid tickets', async () => {
  const eventId = await insertEvent()
  await sql`insert into ticket_types (event_id, name, price_cents, quantity_total) values (${eventId}, 'Free', 0, 50)`.execute(
    bookings.db,
  )
  const id = await offerSplit(eventId, 2500, 'Juno Okafor')
  expect((await bookings.as(client).get({ id })).event?.tickets).toBeNull()
})

test('the shares of an event’s DJs never exceed 100% of net', async () => {
  const eventId = await insertEvent()
  const ids = [await offerSplit(eventId, 6000, 'Mara Voss'), await offerSplit(eventId, 6000, 'Juno Okafor')]
  const results = await Promise.allSettled(ids.map((id) => bookings.as(client).accept({ id, steps: 2 })))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({
    code: 'BAD_TERMS',
    message: 'The other DJs of this event get 60% of net. Offer at most 40%.',
    data: { field: 'deal.basisPoints' },
  })
  await expect(offerSplit(eventId, 4001, 'Ilse Brandt')).rejects.toMatchObject({ code: 'BAD_TERMS' })
  await offerSplit(eventId, 4000, 'Owen Tate')
})
