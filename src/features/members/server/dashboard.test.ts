import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { selectPeopleAtSameEvents } from './get-dashboard'
import { createMembersClients } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>
let as: ReturnType<typeof createMembersClients>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
  as = createMembersClients(db, now)
})
afterAll(() => drop())

describe('dashboard figures', () => {
  test('M-02 counts accepted connections, and bookings as client or DJ', async () => {
    const countBookings = async (key: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from bookings where ${getPersonId(key)} in (client_id, dj_id)`.execute(db)
      return rows[0]?.n
    }
    const mara = await as('mara').dashboard()
    expect(mara).toMatchObject({
      connections: 9,
      bookings: await countBookings('mara'),
      profileViews: 2406,
      requestsToAnswer: 1,
      memberTypes: ['dj', 'promoter'],
    })
    const client = await as('jonas').dashboard()
    expect(client.bookings).toBeGreaterThan(1)
    expect(client.bookings).toBe(await countBookings('jonas'))
    expect((await as('kestrel').dashboard()).requestsToAnswer).toBe(0)
  })

  test('M-02 counts bookings that await this person’s answer and have not expired', async () => {
    const { rows } = await sql<{ id: string; awaiting_id: string; other_id: string }>`
      select id, awaiting_id, case when client_id = awaiting_id then dj_id else client_id end as other_id
      from bookings where status = 'pending' and answer_by > ${now} and awaiting_id = ${getPersonId('mara')} limit 1`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    const before = (await as('mara').dashboard()).bookingsToAnswer
    await sql`update bookings set answer_by = ${now}::timestamptz - interval '1 minute' where id = ${rows[0]?.id}`.execute(
      db,
    )
    expect((await as('mara').dashboard()).bookingsToAnswer).toBe(before - 1)
  })

  test('M-02 counts this month from its first day', async () => {
    const before = await as('owen').dashboard()
    const add = (other: string, answeredAt: string) =>
      db
        .insertInto('connections')
        .values({
          user_id: getPersonId(other),
          connected_user_id: getPersonId('owen'),
          status: 'accepted',
          answered_at: answeredAt,
        })
        .execute()
    await add('ilse', '2026-10-31T23:59:59Z')
    await add('temi', '2026-11-01T00:00:00Z')
    const after = await as('owen').dashboard()
    expect(after.connections - before.connections).toBe(2)
    expect(after.connectionsThisMonth - before.connectionsThisMonth).toBe(1)
  })

  test('M-02 compares views with the same days of last month', async () => {
    const id = getPersonId('customer')
    const look = (day: string, viewers: number) =>
      sql`insert into profile_views (profile_id, viewer, viewed_on)
        select ${id}, 'v' || n, ${day}::date from generate_series(1, ${viewers}::int) n`.execute(db)
    expect((await as('customer').dashboard()).profileViewsTrend).toBeNull()
    await look('2026-10-21', 4)
    await look('2026-10-22', 50)
    await look('2026-11-01', 3)
    await look('2026-11-21', 2)
    expect(await as('customer').dashboard()).toMatchObject({
      profileViews: 59,
      profileViewsTrend: { percent: 25, since: 'October' },
    })
  })

  test('returns the next event that the person organizes or hosts', async () => {
    const { nextEvent } = await as('jonas').dashboard()
    expect(nextEvent).toMatchObject({ sold: 291, total: 300, currency: 'EUR', revenueCents: 547_400 })
    expect(await as('customer').dashboard()).toMatchObject({ nextEvent: null, memberTypes: [] })
  })

  test('M-03 counts people at the same events, except people who are connected, requested, hidden or blocked', async () => {
    const listPeople = async () => {
      const { rows } = await selectPeopleAtSameEvents(getPersonId('temi')).execute(db)
      expect((await as('temi').dashboard()).sharedBills).toBe(rows.length)
      return rows.map((row) => row.person_id)
    }
    const before = await listPeople()
    // Temi herself, Mara (connected) and Dae-jung (has sent a request) are not counted.
    for (const key of ['temi', 'mara', 'dae-jung']) expect(before).not.toContain(getPersonId(key))
    const [first = ''] = before
    await db.updateTable('profiles').set({ is_public: false }).where('id', '=', first).execute()
    expect(await listPeople()).toEqual(before.slice(1))
    await db.updateTable('profiles').set({ is_public: true }).where('id', '=', first).execute()
    await db
      .insertInto('blocks')
      .values({ blocker_id: first, blocked_id: getPersonId('temi') })
      .execute()
    expect(await listPeople()).toEqual(before.slice(1))
    await db.deleteFrom('blocks').execute()
  })

  test('visitors cannot load the dashboard', async () => {
    await expect(as(null).dashboard()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(as(null).activity()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('M-04 recent activity', () => {
  const listActivity = async (key: string) => (await as(key).activity()).items

  test('returns the ten newest activities of this person only, newest first', async () => {
    const items = await listActivity('mara')
    expect(items).toHaveLength(10)
    const times = items.map((item) => item.at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await listActivity('customer')).toEqual([])
  })

  test('a new connection appears in the activity of both people, and names the person who accepted it', async () => {
    const other = { user_id: getPersonId('sofia'), connected_user_id: getPersonId('nova') }
    await db
      .insertInto('connections')
      .values({ ...other, status: 'accepted', answered_at: new Date('2026-11-21T01:59:00Z') })
      .execute()
    expect((await listActivity('nova'))[0]).toMatchObject({
      kind: 'connected',
      isOwn: true,
      person: { id: getPersonId('sofia'), name: 'Sofia Lind' },
      href: `/dashboard/members/${getPersonId('sofia')}`,
      title: null,
    })
    expect((await listActivity('sofia'))[0]).toMatchObject({
      kind: 'connected',
      isOwn: false,
      person: { name: 'Nova Reyes' },
      href: `/dj/${getPersonId('nova')}`,
    })
    await db
      .insertInto('blocks')
      .values({ blocker_id: getPersonId('nova'), blocked_id: getPersonId('sofia') })
      .execute()
    expect((await listActivity('sofia')).filter((item) => item.person?.name === 'Nova Reyes')).toEqual([])
    await db.deleteFrom('blocks').execute()
  })

  test('booking steps appear in the activity of the client and the DJ, with their message', async () => {
    const [client, dj] = [getPersonId('customer'), getPersonId('kestrel')]
    const { id } = await db
      .insertInto('bookings')
      .values({
        client_id: client,
        dj_id: dj,
        event_date: '2026-12-30T22:00:00Z',
        ends_at: '2026-12-31T02:00:00Z',
        event_type: 'Wedding, loud',
        location: 'A barn',
        currency: 'EUR',
        fee_cents: 70_000,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const insertStep = (position: number, actor: string | null, kind: string, terms = {}) =>
      db
        .insertInto('booking_steps')
        .values({
          booking_id: id,
          position,
          actor_id: actor,
          kind,
          terms: JSON.stringify(terms),
          created_at: new Date(now.getTime() - 60_000 + position),
        })
        .execute()
    await insertStep(1, client, 'request', { fee_cents: 60_000 })
    await insertStep(2, dj, 'offer', { fee_cents: 70_000 })
    await insertStep(3, client, 'accept')
    await insertStep(4, client, 'pay', { payment: { purpose: 'deposit', cents: 20_000, method: null } })
    await insertStep(5, dj, 'propose_fee', { fee_cents: 65_000 })
    await insertStep(6, client, 'cancel')
    const common = { title: 'Wedding, loud', href: `/dashboard/bookings/${id}`, currency: 'EUR' }
    const seen = (await listActivity('customer')).map(({ kind, step: name, isOwn, amount }) => [
      kind,
      name,
      isOwn,
      amount,
    ])
    expect(seen).toEqual([
      ['booking_step', 'cancel', true, null],
      ['booking_step', 'propose_fee', false, 65_000],
      ['booking_step', 'pay', true, 20_000],
      ['booking_confirmed', null, true, 70_000],
      ['booking_step', 'offer', false, 70_000],
      ['booking_step', 'request', true, 60_000],
    ])
    expect((await listActivity('kestrel'))[0]).toMatchObject({ ...common, isOwn: false, step: 'cancel' })
    expect((await listActivity('customer'))[0]).toMatchObject({ ...common, person: { name: 'DJ Kestrel' } })
  })

  test('shows published reviews, completed events, and ticket sales by event and day', async () => {
    const listReviews = () =>
      listActivity('temi').then((items) => items.filter((item) => item.kind === 'review'))
    const { rows } = await sql<{ id: string; client_id: string }>`
      select b.id, b.client_id from bookings b join reviews r on r.booking_id = b.id and r.author_id = b.client_id
      where b.dj_id = ${getPersonId('temi')} and b.status = 'completed' limit 1`.execute(db)
    const booking = { id: rows[0]?.id ?? '', client_id: rows[0]?.client_id ?? '' }
    const change = (published_at: Date | null) =>
      db
        .updateTable('reviews')
        .set({ published_at, rating: 4 })
        .where('booking_id', '=', booking.id)
        .where('author_id', '=', booking.client_id)
        .execute()
    await change(new Date('2026-11-21T01:59:30Z'))
    expect((await listReviews())[0]).toMatchObject({
      amount: 4,
      isOwn: false,
      person: { id: booking.client_id },
    })
    await change(null)
    expect((await listReviews()).map((item) => item.at)).not.toContain('2026-11-21T01:59:30.000Z')

    const sales = (await listActivity('jonas')).filter((item) => item.kind === 'tickets_sold')
    expect(sales).toHaveLength(3)
    for (const { title, href, amount, at } of sales) {
      const { rows: counted } = await sql<{ n: number }>`
        select count(*) as n from tickets t join events e on e.id = t.event_id where t.status = 'valid' and e.title = ${title}
          and (t.created_at at time zone e.timezone)::date = (${at}::timestamptz at time zone e.timezone)::date`.execute(
        db,
      )
      expect(counted[0]?.n).toBe(amount)
      expect(href).toMatch(/^\/events\/[0-9a-f-]{36}$/)
    }
  })
})

describe('profile views', () => {
  const countViews = async (key = 'ilse') => (await as(key).dashboard()).profileViews

  test('M-02 counts one view per viewer and day, and none by the owner', async () => {
    const before = await countViews()
    const id = getPersonId('ilse')
    await as('mara').recordView({ id })
    await as('mara').recordView({ id: id.toUpperCase() })
    await as('mara', { ip: '192.0.2.9' }).recordView({ id })
    await as('ilse').recordView({ id })
    await as('ilse').recordView({ id: id.toUpperCase() })
    await as(null).recordView({ id })
    await as(null).recordView({ id })
    await as(null, { ip: '192.0.2.9' }).recordView({ id })
    expect(await countViews()).toBe(before + 3)
    const tomorrow = createMembersClients(db, new Date('2026-11-22T02:00:00Z'))
    await tomorrow('mara').recordView({ id })
    await tomorrow(null).recordView({ id })
    expect(await countViews()).toBe(before + 5)
  })

  test('M-02 counts each of three viewers once, even if they send a hundred views at the same time', async () => {
    const id = getPersonId('nova')
    const before = await countViews('nova')
    const viewers = ['mara', 'owen', null]
    await Promise.all(Array.from({ length: 102 }, (_, n) => as(viewers[n % 3] ?? null).recordView({ id })))
    expect(await countViews('nova')).toBe(before + 3)
    const { rows } = await sql<{ looks: number }>`
      select count(*) as looks from profile_views where profile_id = ${id}`.execute(db)
    expect(rows[0]?.looks).toBe(before + 3)
  })

  test('stores no IP address of a visitor', async () => {
    const { rows } = await sql<{
      viewer: string
    }>`select viewer from profile_views where viewer like '%192.0%'`.execute(db)
    expect(rows).toEqual([])
  })

  test('does not count views of missing or hidden pages', async () => {
    await expect(as(null).recordView({ id: '018ccab1-5b40-7ef7-a8bd-53bbbb6aeac5' })).resolves.toEqual({})
    await expect(as(null).recordView({ id: 'x' })).resolves.toEqual({})
    const before = await countViews('owen')
    await db.updateTable('profiles').set({ is_public: false }).where('id', '=', getPersonId('owen')).execute()
    await as('mara').recordView({ id: getPersonId('owen') })
    expect(await countViews('owen')).toBe(before)
  })
})
