import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { completeBookings } from './sweep-bookings'
import {
  createConfirmedBooking,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
} from './testing'

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

/**
 * Creates a booking `daysAhead` days from now, moves the test clock to a day after it, and completes it. Returns its
 * id.
 */
async function createCompletedBooking(
  daysAhead: number,
  by: Caller = client,
  on: Caller = dj,
): Promise<string> {
  const id = await createConfirmedBooking(bookings, by, on, daysAhead)
  bookings.pass((daysAhead + 1) * DAY)
  await completeBookings(bookings.services)
  return id
}

const listNotifications = async (person: Caller) =>
  (
    await sql<{ facts: unknown }>`
      select facts from notifications where user_id = ${person.id} and kind = 'review_published'`.execute(db)
  ).rows

test('accepts one review per side and publishes both once both are written', async () => {
  const id = await createCompletedBooking(2)
  const mine = await bookings.as(client).review({ id, rating: 5, body: ' Like the dryers. ' })
  expect(mine).toMatchObject({
    ownReview: { rating: 5, body: 'Like the dryers.' },
    theirReview: null,
    canReview: false,
  })
  expect(await bookings.as(dj).get({ id })).toMatchObject({
    ownReview: null,
    theirReview: null,
    canReview: true,
  })
  expect(await bookings.as(null).listReviews({ id: dj.id })).toMatchObject({
    rating: null,
    count: 0,
    reviews: [],
  })
  await expect(bookings.as(client).review({ id, rating: 1, body: '' })).rejects.toMatchObject({
    code: 'ALREADY_REVIEWED',
    message: 'You have already reviewed this event.',
  })
  expect(await listNotifications(dj)).toEqual([])
  expect(await bookings.as(dj).review({ id, rating: 4, body: '' })).toMatchObject({
    ownReview: { rating: 4 },
    theirReview: { rating: 5, body: 'Like the dryers.' },
  })
  expect(await listNotifications(dj)).toEqual([{ facts: { title: 'Club Night', rating: 5 } }])
  expect(await listNotifications(client)).toEqual([{ facts: { title: 'Club Night', rating: 4 } }])
  expect(await bookings.as(null).listReviews({ id: dj.id })).toMatchObject({
    rating: 5,
    count: 1,
    reviews: [
      {
        rating: 5,
        body: 'Like the dryers.',
        eventType: 'Club Night',
        author: { id: client.id, name: 'Jonas Wirth' },
      },
    ],
  })
})

test('refuses reviews before the event, of a cancelled booking, and after 14 days', async () => {
  const id = await createConfirmedBooking(bookings, client, dj, 2)
  const review = () => bookings.as(client).review({ id, rating: 5, body: '' })
  await expect(review()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  const off = await createConfirmedBooking(bookings, client, dj, 5)
  await bookings.as(client).cancel({ id: off, steps: 2, reason: 'x' })
  await expect(bookings.as(client).review({ id: off, rating: 5, body: '' })).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  })
  bookings.pass(3 * DAY)
  await completeBookings(bookings.services)
  bookings.pass(14 * DAY)
  await expect(review()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('accepts one to five stars', async () => {
  const id = await createCompletedBooking(2)
  for (const rating of [0, 6, 4.5])
    await expect(bookings.as(client).review({ id, rating, body: '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
})

test('averages a DJ’s rating from their sets, not from events that they booked', async () => {
  const other = await insertDj(db)
  const played = await createCompletedBooking(2)
  for (const [caller, rating] of [
    [client, 4],
    [dj, 5],
  ] as const)
    await bookings.as(caller).review({ id: played, rating, body: '' })
  const booked = await createCompletedBooking(3, dj, other)
  for (const [caller, rating] of [
    [dj, 5],
    [other, 1],
  ] as const)
    await bookings.as(caller).review({ id: booked, rating, body: '' })
  expect(await bookings.as(null).listReviews({ id: dj.id })).toMatchObject({ rating: 4, count: 1 })
  // A client's rating is the average of the reviews of their events.
  expect(await bookings.as(null).listReviews({ id: client.id })).toMatchObject({ rating: 5, count: 1 })
})

test('lists reviews newest first, page by page, each once', async () => {
  const ratings: number[] = []
  for (const rating of [1, 2, 3, 4, 5]) {
    const id = await createCompletedBooking(1)
    await bookings.as(dj).review({ id, rating: 5, body: '' })
    await bookings.as(client).review({ id, rating, body: '' })
  }
  let after: string | undefined
  do {
    const page = await bookings
      .as(null)
      .listReviews({ id: dj.id, limit: 2, ...(after === undefined ? {} : { after }) })
    expect(page).toMatchObject({ rating: 3, count: 5 })
    ratings.push(...page.reviews.map(({ rating }) => rating))
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
  expect(ratings).toEqual([5, 4, 3, 2, 1])
})

test('lists no reviews of a person with a hidden page, and hides authors with a hidden page', async () => {
  const id = await createCompletedBooking(2)
  await bookings.as(client).review({ id, rating: 5, body: '' })
  await bookings.as(dj).review({ id, rating: 5, body: '' })
  await sql`update profiles set is_public = false where id = ${client.id}`.execute(db)
  expect(await bookings.as(null).listReviews({ id: dj.id })).toMatchObject({
    count: 1,
    reviews: [{ author: null }],
  })
  expect(await bookings.as(null).listReviews({ id: client.id })).toMatchObject({ count: 0, reviews: [] })
  expect(await bookings.as(null).listReviews({ id: 'nobody' })).toMatchObject({ count: 0 })
})

test('hides the author from a reader when either has blocked the other', async () => {
  const id = await createCompletedBooking(60)
  await bookings.as(client).review({ id, rating: 5, body: 'Twice as long, please.' })
  await bookings.as(dj).review({ id, rating: 5, body: '' })
  const listAuthors = async (reader: Caller | null) =>
    (await bookings.as(reader).listReviews({ id: dj.id })).reviews.map(({ author, body }) => ({
      author: author?.id,
      body,
    }))
  const named = [{ author: client.id, body: 'Twice as long, please.' }]
  const unnamed = [{ author: undefined, body: 'Twice as long, please.' }]
  const [blocked, blocker, other] = [await insertMember(db), await insertMember(db), await insertMember(db)]
  await sql`insert into blocks (blocker_id, blocked_id) values (${client.id}, ${blocked.id}), (${blocker.id}, ${client.id})`.execute(
    db,
  )
  expect(await listAuthors(blocked)).toEqual(unnamed)
  expect(await listAuthors(blocker)).toEqual(unnamed)
  expect(await listAuthors(other)).toEqual(named)
  expect(await listAuthors(null)).toEqual(named)
})
