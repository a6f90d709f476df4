import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { publishReviews } from './publish-reviews'
import { settleReviewAsks } from './settle-review-asks'
import { completeBookings, expireBookings } from './sweep-bookings'
import { agree, ask, createDesk, DAY, type Desk, insertDj, insertMember } from './testing'

const { db, drop } = await createTestDatabase()
let desk: Desk
let client: Caller
let dj: Caller

beforeEach(async () => {
  await sql`delete from bookings`.execute(db)
  desk = createDesk(db)
  client = await insertMember(db)
  dj = await insertDj(db)
})
afterAll(() => drop())

const noticesOf = async (person: Caller) =>
  (
    await sql<{ kind: string; is_open: boolean }>`
      select kind, settled_at is null as is_open from notifications where user_id = ${person.id} order by id`.execute(
      db,
    )
  ).rows

test('expires unanswered requests once and notifies both sides', async () => {
  const id = await ask(desk, client, dj, 30)
  const soon = await ask(desk, client, dj, 2)
  expect(await expireBookings(desk.services)).toBe(0)
  desk.pass(2 * DAY)
  desk.published.length = 0
  expect(await expireBookings(desk.services)).toBe(1)
  expect(await desk.as(client).get({ id: soon })).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'nobody',
    cancelReason: null,
    answerBy: null,
    trail: [{}, { position: 2, kind: 'expire', actor: null, terms: {} }],
  })
  expect(desk.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
  expect(await noticesOf(client)).toMatchObject([{ kind: 'booking_expired' }])
  expect(await noticesOf(dj)).toMatchObject([
    { is_open: true },
    { is_open: false },
    { kind: 'booking_expired' },
  ])
  expect(await desk.as(client).get({ id })).toMatchObject({ status: 'pending' })
  expect(await expireBookings(desk.services)).toBe(0)
})

test('completes a booking after its event and requests a review from both sides', async () => {
  const id = await agree(desk, client, dj, 2)
  expect(await completeBookings(desk.services)).toBe(0)
  desk.pass(3 * DAY)
  expect(await completeBookings(desk.services)).toBe(1)
  expect(await completeBookings(desk.services)).toBe(0)
  expect(await desk.as(dj).get({ id })).toMatchObject({
    status: 'completed',
    canReview: true,
    trail: [{}, {}, { kind: 'complete', actor: null }],
  })
  expect((await noticesOf(dj)).at(-1)?.kind).toBe('booking_completed')
  expect((await noticesOf(client)).at(-1)?.kind).toBe('booking_completed')
})

test('expires the request of a deleted account', async () => {
  const leaving = await insertMember(db)
  const id = await ask(desk, leaving, dj, 30)
  await sql`delete from accounts where id = ${leaving.id}`.execute(db)
  expect(await expireBookings(desk.services)).toBe(1)
  expect(await desk.as(dj).get({ id })).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'nobody',
    client: null,
  })
})

test('several processes handle each booking once, across more bookings than one batch', async () => {
  await sql`
    insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, awaiting_id, answer_by)
    select ${client.id}, ${dj.id}, d, d + interval '2 hours', 'Club Night', 'Berlin', ${dj.id}, d
    from (select ${desk.clock.now}::timestamptz + n * interval '1 hour' as d from generate_series(1, 250) n) days`.execute(
    db,
  )
  await sql`insert into booking_steps (booking_id, position, actor_id, kind)
    select id, 1, client_id, 'request' from bookings`.execute(db)
  desk.pass(30 * DAY)
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireBookings(desk.services)))
  const rest = await expireBookings(desk.services)
  expect(counts.reduce((sum, count) => sum + count, rest)).toBe(250)
  const { rows } = await sql<{ steps: number }>`
    select count(*) as steps from booking_steps where kind = 'expire' having count(*) = count(distinct booking_id)`.execute(
    db,
  )
  expect(rows).toEqual([{ steps: 250 }])
})

test('publishes a single review after the review period', async () => {
  const id = await agree(desk, client, dj, 2)
  desk.pass(3 * DAY)
  await completeBookings(desk.services)
  await desk.as(client).review({ id, rating: 3, body: 'Loud.' })
  expect((await desk.as(dj).get({ id })).theirReview).toBeNull()
  expect(await publishReviews(desk.services)).toBe(0)
  desk.pass(14 * DAY)
  desk.published.length = 0
  expect(await publishReviews(desk.services)).toBe(1)
  expect(await publishReviews(desk.services)).toBe(0)
  expect(await desk.as(dj).get({ id })).toMatchObject({
    theirReview: { rating: 3, body: 'Loud.' },
    canReview: false,
  })
  expect((await noticesOf(dj)).at(-1)?.kind).toBe('review_published')
  expect(desk.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
})

test('stops requesting reviews once written or after the period', async () => {
  const id = await agree(desk, client, dj, 2)
  desk.pass(3 * DAY)
  await completeBookings(desk.services)
  const asked = async (person: Caller) =>
    (await noticesOf(person)).filter(({ kind }) => kind === 'booking_completed')
  expect(await asked(client)).toEqual([{ kind: 'booking_completed', is_open: true }])
  await desk.as(client).review({ id, rating: 5, body: '' })
  expect(await asked(client)).toEqual([{ kind: 'booking_completed', is_open: false }])
  expect(await asked(dj)).toEqual([{ kind: 'booking_completed', is_open: true }])
  expect(await settleReviewAsks(desk.services)).toBe(0)
  desk.pass(14 * DAY)
  expect(await settleReviewAsks(desk.services)).toBe(1)
  expect(await settleReviewAsks(desk.services)).toBe(0)
  expect(await asked(dj)).toEqual([{ kind: 'booking_completed', is_open: false }])
})
