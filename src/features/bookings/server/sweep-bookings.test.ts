import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { publishReviews } from './publish-reviews'
import { settleReviewRequests } from './settle-review-requests'
import { completeBookings, expireBookings } from './sweep-bookings'
import {
  createConfirmedBooking,
  sendRequest,
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
  await sql`delete from bookings`.execute(db)
  bookings = createTestBookings(db)
  client = await insertMember(db)
  dj = await insertDj(db)
})
afterAll(() => drop())

const listNotifications = async (person: Caller) =>
  (
    await sql<{ kind: string; is_open: boolean }>`
      select kind, settled_at is null as is_open from notifications where user_id = ${person.id} order by id`.execute(
      db,
    )
  ).rows

test('expires unanswered requests once and notifies both sides', async () => {
  const id = await sendRequest(bookings, client, dj, 30)
  const soon = await sendRequest(bookings, client, dj, 2)
  expect(await expireBookings(bookings.services)).toBe(0)
  bookings.pass(2 * DAY)
  bookings.published.length = 0
  expect(await expireBookings(bookings.services)).toBe(1)
  expect(await bookings.as(client).get({ id: soon })).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'nobody',
    cancelReason: null,
    answerBy: null,
    trail: [{}, { position: 2, kind: 'expire', actor: null, terms: {} }],
  })
  expect(bookings.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
  expect(await listNotifications(client)).toMatchObject([{ kind: 'booking_expired' }])
  expect(await listNotifications(dj)).toMatchObject([
    { is_open: true },
    { is_open: false },
    { kind: 'booking_expired' },
  ])
  expect(await bookings.as(client).get({ id })).toMatchObject({ status: 'pending' })
  expect(await expireBookings(bookings.services)).toBe(0)
})

test('completes a booking after its event and requests a review from both sides', async () => {
  const id = await createConfirmedBooking(bookings, client, dj, 2)
  expect(await completeBookings(bookings.services)).toBe(0)
  bookings.pass(3 * DAY)
  expect(await completeBookings(bookings.services)).toBe(1)
  expect(await completeBookings(bookings.services)).toBe(0)
  expect(await bookings.as(dj).get({ id })).toMatchObject({
    status: 'completed',
    canReview: true,
    trail: [{}, {}, { kind: 'complete', actor: null }],
  })
  expect((await listNotifications(dj)).at(-1)?.kind).toBe('booking_completed')
  expect((await listNotifications(client)).at(-1)?.kind).toBe('booking_completed')
})

test('expires the request of a deleted account', async () => {
  const leaving = await insertMember(db)
  const id = await sendRequest(bookings, leaving, dj, 30)
  await sql`delete from accounts where id = ${leaving.id}`.execute(db)
  expect(await expireBookings(bookings.services)).toBe(1)
  expect(await bookings.as(dj).get({ id })).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'nobody',
    client: null,
  })
})

test('several processes handle each booking once, across more bookings than one batch', async () => {
  await sql`
    insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, awaiting_id, answer_by)
    select ${client.id}, ${dj.id}, d, d + interval '2 hours', 'Club Night', 'Berlin', ${dj.id}, d
    from (select ${bookings.clock.now}::timestamptz + n * interval '1 hour' as d from generate_series(1, 250) n) days`.execute(
    db,
  )
  await sql`insert into booking_steps (booking_id, position, actor_id, kind)
    select id, 1, client_id, 'request' from bookings`.execute(db)
  bookings.pass(30 * DAY)
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireBookings(bookings.services)))
  const rest = await expireBookings(bookings.services)
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(250)
  const { rows } = await sql<{ steps: number }>`
    select count(*) as steps from booking_steps where kind = 'expire' having count(*) = count(distinct booking_id)`.execute(
    db,
  )
  expect(rows).toEqual([{ steps: 250 }])
})

test('publishes a single review after the review period', async () => {
  const id = await createConfirmedBooking(bookings, client, dj, 2)
  bookings.pass(3 * DAY)
  await completeBookings(bookings.services)
  await bookings.as(client).review({ id, rating: 3, body: 'Loud.' })
  expect((await bookings.as(dj).get({ id })).theirReview).toBeNull()
  expect(await publishReviews(bookings.services)).toBe(0)
  bookings.pass(14 * DAY)
  bookings.published.length = 0
  expect(await publishReviews(bookings.services)).toBe(1)
  expect(await publishReviews(bookings.services)).toBe(0)
  expect(await bookings.as(dj).get({ id })).toMatchObject({
    theirReview: { rating: 3, body: 'Loud.' },
    canReview: false,
  })
  expect((await listNotifications(dj)).at(-1)?.kind).toBe('review_published')
  expect(bookings.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
})

test('settles the request for a review once it is written or the review period is over', async () => {
  const id = await createConfirmedBooking(bookings, client, dj, 2)
  bookings.pass(3 * DAY)
  await completeBookings(bookings.services)
  const listReviewRequests = async (person: Caller) =>
    (await listNotifications(person)).filter(({ kind }) => kind === 'booking_completed')
  expect(await listReviewRequests(client)).toEqual([{ kind: 'booking_completed', is_open: true }])
  await bookings.as(client).review({ id, rating: 5, body: '' })
  expect(await listReviewRequests(client)).toEqual([{ kind: 'booking_completed', is_open: false }])
  expect(await listReviewRequests(dj)).toEqual([{ kind: 'booking_completed', is_open: true }])
  expect(await settleReviewRequests(bookings.services)).toBe(0)
  bookings.pass(14 * DAY)
  expect(await settleReviewRequests(bookings.services)).toBe(1)
  expect(await settleReviewRequests(bookings.services)).toBe(0)
  expect(await listReviewRequests(dj)).toEqual([{ kind: 'booking_completed', is_open: false }])
})
