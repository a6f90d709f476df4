import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { countBookings } from './count-bookings'
import { listAllBookings } from './list-bookings'
import { viewBooking } from './view-booking'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
})
afterAll(() => drop())

function as(key: string, at = now) {
  const caller = {
    id: getPersonId(key),
    sessionId: newId(),
    fullName: key,
    email: `${key}@a.example`,
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['admin'] as ['admin'],
  }
  return { db, caller, now: () => at, requestId: 'req-1' }
}
const getId = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ id: string }>`select id from bookings b where ${condition} order by id limit 1`.execute(db))
    .rows[0]?.id ?? ''
const listViews = async (bookingId: string) =>
  db
    .selectFrom('audit_log')
    .where('action', '=', 'bookings.view')
    .where('subject_id', '=', bookingId)
    .select(['actor_id', 'request_id'])
    .execute()

test('AD-10 lists all bookings newest first, with both sides, paging both ways', async () => {
  const first = await listAllBookings(db, {})
  expect(first).toMatchObject({ from: 1, previousCursor: null })
  expect(first.bookings).toHaveLength(25)
  expect(first.bookings[0]).toMatchObject({ client: { name: 'Sofia Lind' }, dj: { name: 'Mara Voss' } })
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await listAllBookings(db, { after })
    expect(page.from).toBe(ids.length + 1)
    ids.push(...page.bookings.map(({ id }) => id))
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
  const { rows } = await sql<{
    id: string
  }>`select id from bookings order by created_at desc, id desc`.execute(db)
  expect(ids).toEqual(rows.map(({ id }) => id))
  const second = await listAllBookings(db, { after: first.nextCursor ?? '' })
  expect(await listAllBookings(db, { before: second.previousCursor ?? '' })).toEqual(first)
})

test('counts match the list', async () => {
  const counts = await countBookings(db)
  expect(counts.all).toBe(counts.pending + counts.confirmed + counts.completed + counts.cancelled)
  const cancelled = await listAllBookings(db, { status: 'cancelled' })
  expect(cancelled.bookings).toHaveLength(counts.cancelled)
  expect(new Set(cancelled.bookings.map(({ status }) => status))).toEqual(new Set(['cancelled']))
})

test('finds bookings by client, DJ, place and number, matching every word', async () => {
  const search = async (q: string) => (await listAllBookings(db, { q })).bookings
  for (const { client, dj } of await search('sofia')) expect([client?.name, dj?.name]).toContain('Sofia Lind')
  const both = await search('mara glasgow')
  expect(both.length).toBeGreaterThan(0)
  for (const { dj, location } of both)
    expect([dj?.name, location]).toEqual(['Mara Voss', expect.stringMatching(/Glasgow/)])
  const [booking] = await search('loom hall')
  expect(await search(booking?.number ?? '')).toEqual([booking])
  expect(await search('nowhere at all')).toEqual([])
  expect(await search('%')).toEqual([])
})

test('finds a booking behind a thousand newer ones', async () => {
  const [jonas, nova] = [getPersonId('jonas'), getPersonId('nova')]
  await sql`insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, status, created_at)
    select ${jonas}, ${nova}, ${now}::timestamptz + n * interval '1 day', ${now}::timestamptz + n * interval '1 day 1 hour', 'Club Night',
      'Pier', 'cancelled', ${now}::timestamptz + n * interval '1 second' from generate_series(1, 1100) n`.execute(
    db,
  )
  const { bookings } = await listAllBookings(db, { q: 'loom hall' })
  expect(bookings.length).toBeGreaterThan(1)
  await sql`delete from bookings where location = 'Pier'`.execute(db)
})

test('a booking has its sides, terms, steps with messages, reviews and who cancelled it', async () => {
  const id = await getId(sql`b.status = 'cancelled'`)
  const booking = await viewBooking(as('admin'), id)
  expect(booking).toMatchObject({ id, status: 'cancelled', number: expect.stringMatching(/^BK-/) })
  const stored = await db
    .selectFrom('booking_steps')
    .where('booking_id', '=', id)
    .selectAll()
    .orderBy('position')
    .execute()
  expect(booking.trail.map(({ kind, message }) => ({ kind, message }))).toEqual(
    stored.map(({ kind, message }) => ({ kind, message })),
  )
  expect(booking.cancelReason).not.toBeNull()
  const reviewed = await viewBooking(
    as('admin'),
    await getId(sql`exists (select from reviews r where r.booking_id = b.id)`),
  )
  expect(reviewed.reviews[0]).toMatchObject({ rating: expect.any(Number), isPublished: expect.any(Boolean) })
})

test('a booking has its own currency', async () => {
  const [dollars, yen] = await Promise.all(
    (['USD', 'JPY'] as const).map(async (currency) => {
      const { id } = await db
        .insertInto('bookings')
        .values({
          client_id: getPersonId('jonas'),
          dj_id: getPersonId('nova'),
          event_date: now,
          ends_at: new Date(now.getTime() + 3_600_000),
          event_type: 'Club Night',
          location: 'Pier',
          status: 'cancelled',
          fee_cents: 35_000,
          currency,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return viewBooking(as('admin'), id)
    }),
  )
  expect(dollars).toMatchObject({ currency: 'USD', terms: { feeCents: 35_000 } })
  expect(yen).toMatchObject({ currency: 'JPY', terms: { feeCents: 35_000 } })
  await sql`delete from bookings where location = 'Pier'`.execute(db)
})

test('a pending booking shows which side must answer', async () => {
  const booking = await viewBooking(
    as('admin'),
    await getId(sql`b.status = 'pending' and b.awaiting_id is not null`),
  )
  expect([booking.client?.id, booking.dj?.id]).toContain(booking.awaiting?.id)
  expect(booking.answerBy).not.toBeNull()
})

test('a booking is kept without the side whose account was deleted', async () => {
  const id = await getId(sql`b.status = 'completed'`)
  await sql`update bookings set client_id = null where id = ${id}`.execute(db)
  expect(await viewBooking(as('admin'), id)).toMatchObject({ client: null, dj: { id: expect.any(String) } })
  const { bookings } = await listAllBookings(db, { q: (await viewBooking(as('admin'), id)).number })
  expect(bookings).toMatchObject([{ id, client: null }])
})

test('logs a view once per admin, booking and day, also from two tabs at the same time', async () => {
  const id = await getId(sql`b.status = 'confirmed'`)
  await Promise.all([1, 2, 3].map(() => viewBooking(as('admin'), id)))
  await viewBooking(as('admin'), id)
  expect(await listViews(id)).toEqual([{ actor_id: getPersonId('admin'), request_id: 'req-1' }])
  await viewBooking(as('moderator'), id)
  expect(await listViews(id)).toHaveLength(2)
  await sql`insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
    values (${getPersonId('juno')}, 'bookings.view', 'booking', ${id}, ${new Date('2026-11-20T23:59:00Z')})`.execute(
    db,
  )
  await viewBooking(as('juno'), id)
  expect(await listViews(id)).toHaveLength(4)
})

test('viewing an unknown booking logs nothing', async () => {
  const id = newId()
  for (const unknown of [id, 'BK-2026-0001'])
    await expect(viewBooking(as('admin'), unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listViews(id)).toEqual([])
})
