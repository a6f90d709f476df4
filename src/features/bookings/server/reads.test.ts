import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import {
  createConfirmedBooking,
  sendRequest,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
  createTerms,
} from './testing'
import { completeBookings } from './sweep-bookings'

const { db, drop } = await createTestDatabase()
let bookings: TestBookings
let client: Caller
let dj: Caller

beforeEach(async () => {
  bookings = createTestBookings(db)
  client = await insertMember(db)
  dj = await insertDj(db)
})
afterAll(() => drop())

describe('booking list', () => {
  test('lists all upcoming bookings, soonest first, and past ones, latest first', async () => {
    const near = await createConfirmedBooking(bookings, client, dj, 2)
    const far = await sendRequest(bookings, client, dj, 9)
    const off = await createConfirmedBooking(bookings, client, dj, 5)
    await bookings.as(dj).cancel({ id: off, steps: 2, reason: 'Ill' })
    const list = async (input: Parameters<ReturnType<TestBookings['as']>['list']>[0]) =>
      (await bookings.as(dj).list(input)).bookings.map((booking) => booking.id)
    expect(await list({ period: 'ahead' })).toEqual([near, off, far])
    expect(await list({ period: 'ahead', status: 'pending' })).toEqual([far])
    expect(await list({ period: 'ahead', status: 'cancelled' })).toEqual([off])
    expect(await list({ period: 'past' })).toEqual([])
    bookings.pass(6 * DAY)
    expect(await list({ period: 'past' })).toEqual([off, near])
    expect(await list({ period: 'past', status: 'cancelled' })).toEqual([off])
  })

  test('pages list every booking once, on both sides, also with equal start times', async () => {
    const other = await insertDj(db)
    const ids: string[] = []
    for (const day of [3, 4, 4, 4, 5, 6])
      ids.push(await sendRequest(bookings, client, day % 2 === 0 ? dj : other, day))
    // Make the client of these bookings a DJ too.
    await sql`insert into user_member_types (user_id, member_type) values (${client.id}, 'dj')`.execute(db)
    ids.push(await sendRequest(bookings, other, client, 4))
    for (const period of ['ahead', 'past'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await bookings
          .as(client)
          .list({ period, limit: 2, ...(after === undefined ? {} : { after }) })
        seen.push(...page.bookings.map((booking) => booking.id))
        after = page.nextCursor ?? undefined
      } while (after !== undefined)
      expect(seen.toSorted()).toEqual(ids.toSorted())
      bookings.pass(30 * DAY)
    }
  })

  test('needs one query per page, regardless of the number of bookings', async () => {
    for (const day of [3, 4, 5]) await sendRequest(bookings, client, dj, day)
    const statements: string[] = []
    const counting = createTestBookings(
      db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind)
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    )
    expect((await counting.as(client).list({ period: 'ahead' })).bookings).toHaveLength(3)
    expect(statements).toHaveLength(1)
  })

  test('refuses an invalid cursor', async () => {
    await expect(bookings.as(client).list({ period: 'ahead', after: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

test('finds bookings by the other person, the place and the number, ignoring case and accents', async () => {
  const jose = await insertMember(db, { name: 'José Ångström' })
  const ofJose = await sendRequest(bookings, jose, dj, 3)
  const other = await sendRequest(bookings, client, dj, 4)
  const all = await bookings.as(dj).list({ period: 'ahead' })
  const find = async (q: string, reader = dj) =>
    (await bookings.as(reader).list({ period: 'ahead', q })).bookings.map(({ id }) => id)
  expect(await find('jose ANG')).toEqual([ofJose])
  expect(await find('cistern')).toEqual([ofJose, other])
  expect(await find(all.bookings[1]?.number ?? '')).toEqual([other])
  expect(await find('mara', jose)).toEqual([ofJose])
  // The search ignores the caller's own name, because it would match every booking.
  expect(await find('mara')).toEqual([])
  expect(await find("100%_' or 1=1")).toEqual([])
})

test('holds and releases a range of days in one step, and refuses an invalid range', async () => {
  await bookings.as(dj).hold({ day: '2026-12-23', note: 'Family', through: '2026-12-27' })
  const listHeld = async () =>
    (await bookings.as(dj).calendar({ month: '2026-12' })).entries
      .filter(({ state }) => state === 'held')
      .map(({ day }) => day)
  expect(await listHeld()).toEqual(['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'])
  for (const through of ['2026-12-22', '2027-02-23'])
    await expect(bookings.as(dj).hold({ day: '2026-12-23', through })).rejects.toMatchObject({
      code: 'BAD_TERMS',
      data: { field: 'through' },
    })
  await bookings.as(dj).release({ day: '2026-12-24', through: '2026-12-27' })
  expect(await listHeld()).toEqual(['2026-12-23'])
})

test('a request has the deposit from the DJ’s profile', async () => {
  await db.updateTable('profiles').set({ deposit_percent: 25 }).where('id', '=', dj.id).execute()
  const id = await sendRequest(bookings, client, dj, 3)
  const { terms, trail } = await bookings.as(dj).get({ id })
  expect(terms).toMatchObject({ feeCents: 120_000, depositCents: 30_000 })
  expect(trail[0]?.terms.depositCents).toBe(30_000)
})

test('the counts show who has to answer and which answer is due first', async () => {
  expect(await bookings.as(client).counts()).toMatchObject({ all: 0, next: null })
  const later = await sendRequest(bookings, client, dj, 9)
  const first = await sendRequest(bookings, client, dj, 4)
  await createConfirmedBooking(bookings, client, dj, 6)
  const offered = await sendRequest(bookings, client, dj, 12)
  await bookings.as(dj).offer({ id: offered, steps: 1, terms: createTerms(bookings, 12) })
  expect(await bookings.as(dj).counts()).toMatchObject({
    all: 4,
    pending: 3,
    confirmed: 1,
    completed: 0,
    cancelled: 0,
    awaitingYou: 2,
    awaitingThem: 1,
    next: { id: first },
  })
  expect(await bookings.as(client).counts()).toMatchObject({
    awaitingYou: 1,
    awaitingThem: 2,
    next: { id: offered },
  })
  await bookings.as(dj).decline({ id: first, steps: 1 })
  expect(await bookings.as(dj).counts()).toMatchObject({ cancelled: 1, next: { id: later } })
})

test('shows conflicts only to the DJ, including line-ups of published events', async () => {
  const id = await sendRequest(bookings, client, dj, 27)
  await createConfirmedBooking(bookings, client, dj, 20)
  const offered = await sendRequest(bookings, client, dj, 28)
  await bookings.as(dj).offer({ id: offered, steps: 1, terms: createTerms(bookings, 28) })
  await bookings.as(dj).hold({ day: '2026-12-24', note: 'Family' })
  await sql`
    insert into events (title, event_type, event_date, timezone, venue_name, location, event_status, is_public, dj_id)
    values ('Low Ceiling', 'club_night', '2026-12-30T22:00:00Z', 'Europe/Berlin', 'Tidewater', 'Rotterdam', 'published', true, ${dj.id})`.execute(
    db,
  )
  expect((await bookings.as(dj).get({ id })).clashes).toEqual([
    { day: '2026-12-11', state: 'booked', title: 'Club Night', location: 'The Cistern, Berlin' },
    { day: '2026-12-19', state: 'held', title: 'Club Night', location: 'The Cistern, Berlin' },
    { day: '2026-12-24', state: 'held', title: 'Family', location: '' },
    { day: '2026-12-30', state: 'booked', title: 'Low Ceiling', location: 'Rotterdam' },
  ])
  expect((await bookings.as(client).get({ id })).clashes).toEqual([])
})

test('a line-up is no conflict once the DJ’s booking for that event is cancelled', async () => {
  const id = await sendRequest(bookings, client, dj, 27)
  const setId = await createConfirmedBooking(bookings, client, dj, 20)
  const event = await bookings.db
    .insertInto('events')
    .values({
      title: 'Low Ceiling',
      event_type: 'club_night',
      event_date: '2026-12-11T20:00:00Z',
      timezone: 'Europe/Berlin',
      event_status: 'published',
      location: 'Berlin',
      venue_name: 'The Cistern',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into line_up_slots (event_id, dj_id, name, booking_id)
    values (${event.id}, ${dj.id}, 'Someone', ${setId})`.execute(bookings.db)
  const listTitles = async () => (await bookings.as(dj).get({ id })).clashes.map(({ title }) => title)
  expect(await listTitles()).toContain('Low Ceiling')
  await sql`update bookings set status = 'cancelled' where id = ${setId}`.execute(bookings.db)
  expect(await listTitles()).toEqual([])
})

test("a DJ's offer is no conflict after the client's counter-offer", async () => {
  const id = await sendRequest(bookings, client, dj, 27)
  const offered = await sendRequest(bookings, client, dj, 28)
  await bookings.as(dj).offer({ id: offered, steps: 1, terms: createTerms(bookings, 28) })
  const listClashDays = async () => (await bookings.as(dj).get({ id })).clashes.map(({ day }) => day)
  expect(await listClashDays()).toEqual(['2026-12-19'])
  await bookings.as(client).offer({ id: offered, steps: 2, terms: createTerms(bookings, 28) })
  expect(await listClashDays()).toEqual([])
})

test('a completed booking can be reviewed and is counted', async () => {
  const id = await createConfirmedBooking(bookings, client, dj, 2)
  bookings.pass(3 * DAY)
  await completeBookings(bookings.services)
  expect(await bookings.as(dj).counts()).toMatchObject({ completed: 1 })
  const past = await bookings.as(dj).list({ period: 'past' })
  expect(past.bookings).toMatchObject([{ id, status: 'completed', canReview: true }])
})
