import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

let bookings: TestBookings
let drop: () => Promise<void>
let client: Caller
let dj: Caller
let stranger: Caller
// Each test gets its own day, so that bookings do not overlap.
let day = 3

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
  client = await insertMember(bookings.db)
  dj = await insertDj(bookings.db)
  stranger = await insertMember(bookings.db, { name: 'Owen Faulk' })
})
afterAll(() => drop())

async function listNotifications(person: Caller, bookingId: string) {
  const { rows } = await sql<{ kind: string; is_open: boolean; facts: Record<string, unknown> }>`
    select kind, settled_at is null as is_open, facts from notifications
    where user_id = ${person.id} and subject_id = ${bookingId} order by id`.execute(bookings.db)
  return rows
}

describe('from request to agreement', () => {
  test('a counter-offer without a time zone keeps the booking’s zone, or takes that of a new place', async () => {
    const at = (day += 1)
    const id = await sendRequest(bookings, client, dj, at)
    const { timezone: _, ...terms } = createTerms(bookings, at, { feeCents: 130_000 })
    const countered = await bookings.as(dj).offer({ id, steps: 1, terms })
    expect(countered.terms.timezone).toBe('Europe/Berlin')
    const moved = { ...terms, location: 'Loom Hall, Glasgow' }
    expect((await bookings.as(client).offer({ id, steps: 2, terms: moved })).terms.timezone).toBe(
      'Europe/London',
    )
    const unknown = { ...terms, location: 'Hill Farm' }
    expect((await bookings.as(dj).offer({ id, steps: 3, terms: unknown })).terms.timezone).toBe(
      'Europe/London',
    )
  })

  test('records request, counter-offer and acceptance in the history, and stores the last terms', async () => {
    const at = (day += 1)
    const id = await sendRequest(bookings, client, dj, at)
    const pending = await bookings.as(dj).get({ id })
    expect(pending).toMatchObject({
      status: 'pending',
      side: 'dj',
      awaiting: 'you',
      steps: 1,
      otherParty: { id: client.id, name: 'Jonas Wirth' },
    })
    expect(pending.answerBy).toBe(pending.terms.startsAt)
    const counter = createTerms(bookings, at, { feeCents: 140_000, depositCents: 35_000 })
    const offered = await bookings.as(dj).offer({ id, steps: 1, terms: counter, message: 'Three hours.' })
    expect(offered).toMatchObject({ status: 'pending', awaiting: 'them', steps: 2, terms: counter })
    expect(await bookings.as(client).get({ id })).toMatchObject({ side: 'client', awaiting: 'you' })
    const agreed = await bookings.as(client).accept({ id, steps: 2 })
    expect(agreed).toMatchObject({ status: 'confirmed', awaiting: null, answerBy: null, terms: counter })
    expect(
      agreed.trail.map(({ position, kind, actor, terms, message }) => [
        position,
        kind,
        actor?.id,
        terms.feeCents,
        message,
      ]),
    ).toEqual([
      [1, 'request', client.id, 120_000, 'Are you free?'],
      [2, 'offer', dj.id, 140_000, 'Three hours.'],
      [3, 'accept', client.id, 140_000, null],
    ])
  })

  test('notifies each side and settles the answered notification', async () => {
    const id = await sendRequest(bookings, client, dj, (day += 1))
    expect(await listNotifications(dj, id)).toMatchObject([
      {
        kind: 'booking_request',
        is_open: true,
        facts: { title: 'Club Night', feeCents: 120_000, message: 'Are you free?', youPlay: true },
      },
    ])
    bookings.published.length = 0
    await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, day) })
    expect(bookings.published).toEqual([
      { userIds: [dj.id, client.id], topics: ['notifications', 'bookings'] },
    ])
    expect(await listNotifications(dj, id)).toMatchObject([{ is_open: false }])
    expect(await listNotifications(client, id)).toMatchObject([
      { kind: 'booking_offer', is_open: true, facts: { youPlay: false } },
    ])
    await bookings.as(client).accept({ id, steps: 2 })
    expect(await listNotifications(client, id)).toMatchObject([{ is_open: false }])
    expect(await listNotifications(dj, id)).toMatchObject([{}, { kind: 'booking_agreed' }])
  })

  test('gives 14 days to answer an offer for an event in 30 days', async () => {
    const id = await sendRequest(bookings, client, dj, 30)
    const { answerBy } = await bookings.as(client).get({ id })
    expect(answerBy).toBe(new Date(bookings.clock.now.getTime() + 14 * DAY).toISOString())
    await bookings.as(client).cancel({ id, steps: 1, reason: 'Found a mistake' })
  })

  test('stores the reason for declining and cancelling', async () => {
    const declined = await sendRequest(bookings, client, dj, (day += 1))
    await bookings.as(dj).decline({ id: declined, steps: 1, reason: 'Family' })
    expect(await bookings.as(client).get({ id: declined })).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'them',
      cancelReason: 'Family',
    })
    const called = await createConfirmedBooking(bookings, client, dj, (day += 1))
    await bookings.as(client).cancel({ id: called, steps: 2, reason: 'The roof' })
    const detail = await bookings.as(client).get({ id: called })
    expect(detail).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'you',
      cancelReason: 'The roof',
      steps: 3,
    })
    expect(detail.trail.at(-1)).toMatchObject({ kind: 'cancel', terms: {}, message: 'The roof' })
    expect(await listNotifications(dj, called)).toMatchObject([
      {},
      { kind: 'booking_cancelled', facts: { message: 'The roof' } },
    ])
  })

  test('makes the time of a cancelled booking available again', async () => {
    const id = await createConfirmedBooking(bookings, client, dj, (day += 1))
    await bookings.as(dj).cancel({ id, steps: 2, reason: 'Ill' })
    await expect(createConfirmedBooking(bookings, stranger, dj, day)).resolves.toBeTypeOf('string')
  })
})

describe('refusals', () => {
  test('hides the booking from other users', async () => {
    const id = await sendRequest(bookings, client, dj, (day += 1))
    const other = bookings.as(stranger)
    const answer = { id, steps: 1 }
    for (const attempt of [
      () => other.get({ id }),
      () => other.accept(answer),
      () => other.decline(answer),
      () => other.cancel({ ...answer, reason: 'Mine now' }),
      () => other.offer({ ...answer, terms: createTerms(bookings, day) }),
      () => other.review({ id, rating: 1, body: '' }),
      () => bookings.as(client).get({ id: 'no id at all' }),
      () => bookings.as(client).accept({ id: 'no id at all', steps: 1 }),
      () => bookings.as(client).review({ id: 'no id at all', rating: 1, body: '' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' })
    await expect(bookings.as(null).get({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await other.list({ period: 'ahead' })).bookings.map((booking) => booking.id)).not.toContain(id)
    expect(await bookings.as(dj).get({ id })).toMatchObject({ status: 'pending', steps: 1 })
  })

  test('refuses to accept an outdated step', async () => {
    const id = await sendRequest(bookings, client, dj, (day += 1))
    await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, day, { feeCents: 900_000 }) })
    await expect(bookings.as(client).accept({ id, steps: 1 })).rejects.toMatchObject({ code: 'CHANGED' })
    await expect(bookings.as(client).cancel({ id, steps: 1, reason: 'x' })).rejects.toMatchObject({
      code: 'CHANGED',
    })
  })

  test('only the side that has to answer can accept, decline or offer', async () => {
    const id = await sendRequest(bookings, client, dj, (day += 1))
    const own = bookings.as(client)
    await expect(own.accept({ id, steps: 1 })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(own.decline({ id, steps: 1 })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(own.offer({ id, steps: 1, terms: createTerms(bookings, day) })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    })
    await own.cancel({ id, steps: 1, reason: 'Too late' })
    await expect(bookings.as(dj).accept({ id, steps: 2 })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  test('treats a repeated acceptance as a no-op until the next step', async () => {
    const id = await sendRequest(bookings, client, dj, (day += 1))
    await bookings.as(dj).accept({ id, steps: 1 })
    expect(await bookings.as(dj).accept({ id, steps: 1 })).toMatchObject({ status: 'confirmed', steps: 2 })
    await expect(bookings.as(dj).decline({ id, steps: 1 })).rejects.toMatchObject({ code: 'CHANGED' })
    await bookings.as(client).cancel({ id, steps: 2, reason: 'x' })
    await expect(bookings.as(dj).accept({ id, steps: 1 })).rejects.toMatchObject({ code: 'CHANGED' })
  })

  test.each([
    ['startsAt', { startsAt: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-20T12:00:00.000Z' }],
    ['startsAt', { startsAt: '2029-11-20T10:00:00.000Z', endsAt: '2029-11-20T12:00:00.000Z' }],
    ['endsAt', { startsAt: '2026-12-20T10:00:00.000Z', endsAt: '2026-12-20T10:00:00.000Z' }],
    ['endsAt', { startsAt: '2026-12-20T10:00:00.000Z', endsAt: '2026-12-21T10:00:01.000Z' }],
    ['depositCents', { feeCents: 1000, depositCents: 1001 }],
    ['depositCents', { feeCents: null, depositCents: 1 }],
    ['depositCents', { feeCents: 1000, depositCents: 99 }],
  ])('refuses invalid terms: %s', async (field, more) => {
    const id = await sendRequest(bookings, client, dj, 40)
    const offer = bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 40, more) })
    await expect(offer).rejects.toMatchObject({ code: 'BAD_TERMS', data: { field } })
    await bookings.as(dj).decline({ id, steps: 1 })
  })

  test('refuses a booked time and suggests the nearest free days', async () => {
    const at = 27
    const taken = await createConfirmedBooking(bookings, client, dj, at)
    const id = await sendRequest(bookings, stranger, dj, 60)
    const offer = bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, at) })
    await expect(offer).rejects.toMatchObject({
      code: 'TAKEN',
      data: { freeDays: ['2026-12-12', '2026-12-19', '2026-12-25'] },
    })
    await bookings.as(client).cancel({ id: taken, steps: 2, reason: 'x' })
    await bookings
      .as(client)
      .cancel({ id, steps: 1, reason: 'x' })
      .catch(() => undefined)
  })

  test('refuses answers after the deadline', async () => {
    const id = await sendRequest(bookings, client, dj, 50)
    const before = bookings.clock.now
    bookings.pass(14 * DAY)
    for (const attempt of [
      () => bookings.as(dj).accept({ id, steps: 1 }),
      () => bookings.as(client).cancel({ id, steps: 1, reason: 'x' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    bookings.clock.now = before
  })
})

test('refuses to change, delete or truncate the history', async () => {
  const id = await sendRequest(bookings, client, dj, (day += 1))
  for (const statement of [
    sql`update booking_steps set message = 'x' where booking_id = ${id}`,
    sql`delete from booking_steps where booking_id = ${id}`,
    sql`truncate booking_steps`,
  ])
    await expect(statement.execute(bookings.db)).rejects.toThrow(/append-only|booking_steps/)
})

test('keeps the history when an account is deleted', async () => {
  const leaving = await insertMember(bookings.db, { name: 'Tom Leaving' })
  const open = await sendRequest(bookings, leaving, dj, (day += 1))
  const called = await createConfirmedBooking(bookings, leaving, dj, (day += 1))
  await bookings.as(leaving).cancel({ id: called, steps: 2, reason: 'Moving away' })
  await sql`delete from accounts where id = ${leaving.id}`.execute(bookings.db)
  const detail = await bookings.as(dj).get({ id: called })
  expect(detail).toMatchObject({
    client: null,
    otherParty: null,
    cancelledBy: 'them',
    cancelReason: 'Moving away',
  })
  expect(detail.trail.map(({ actor }) => actor?.id ?? null)).toEqual([null, dj.id, null])
  await expect(bookings.as(dj).accept({ id: open, steps: 1 })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(await bookings.as(dj).decline({ id: open, steps: 1 })).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'you',
  })
  const cancelled = await bookings.as(dj).list({ period: 'ahead', status: 'cancelled', limit: 50 })
  expect(cancelled.bookings.find((booking) => booking.id === called)).toMatchObject({ otherParty: null })
})

test('after a block, both sides can only decline or cancel', async () => {
  const at = (day += 1)
  for (const [blocker, blocked] of [
    [client, dj],
    [dj, client],
  ] as const) {
    const id = await sendRequest(bookings, client, dj, at)
    await sql`insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`.execute(
      bookings.db,
    )
    const refused = { code: 'NOT_ALLOWED' }
    const terms = createTerms(bookings, at, { feeCents: 140_000 })
    await expect(
      bookings.as(dj).offer({ id, steps: 1, terms, message: 'Hello again' }),
    ).rejects.toMatchObject(refused)
    await expect(bookings.as(dj).accept({ id, steps: 1 })).rejects.toMatchObject(refused)
    expect(await bookings.as(dj).decline({ id, steps: 1 })).toMatchObject({ status: 'cancelled' })
    await sql`delete from blocks where blocker_id = ${blocker.id}`.execute(bookings.db)
  }
})
