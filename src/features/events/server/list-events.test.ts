import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestSettings } from '~/features/settings/server/testing'
import { EVENT_TYPES } from '../rules/event-type'
import { listEvents } from './list-events'
import { insertEvent, insertProfile } from './testing'

const now = new Date('2026-11-20T18:00:00Z')
const settings = createTestSettings()
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  await db.deleteFrom('events').execute()
})

async function listTitles(input: Partial<Parameters<typeof listEvents>[1]>, at = now): Promise<string[]> {
  const { events } = await listEvents({ db, settings }, { limit: 50, ...input }, at)
  return events.map((event) => event.title)
}

test('E-06 lists only public, upcoming, published events, by date', async () => {
  await insertEvent(db, { title: 'Later', event_date: '2026-12-31T21:00:00Z' })
  await insertEvent(db, { title: 'Sooner', event_date: '2026-11-20T18:00:00Z' })
  await insertEvent(db, { title: 'Over', event_date: '2026-11-20T17:59:59Z' })
  await insertEvent(db, { title: 'Private', is_public: false })
  for (const event_status of ['draft', 'postponed', 'cancelled'])
    await insertEvent(db, { title: event_status, event_status })
  expect(await listTitles({})).toEqual(['Sooner', 'Later'])
  expect(await listTitles({ types: [...EVENT_TYPES] })).toEqual(['Sooner', 'Later'])
  for (const q of ['e', 'leeds', 'raft', 'priv']) {
    const found = await listTitles({ q })
    expect(found.filter((title) => title !== 'Sooner' && title !== 'Later')).toEqual([])
  }
})

test('H-03 lists the next six of eight, in order', async () => {
  for (let day = 1; day <= 8; day += 1)
    await insertEvent(db, { title: `Night ${day}`, event_date: `2026-12-0${day}T20:00:00Z` })
  expect(await listTitles({ limit: 6 })).toEqual([1, 2, 3, 4, 5, 6].map((day) => `Night ${day}`))
})

test('E-02 E-03 a card has its price, remaining tickets and host', async () => {
  const host = await insertProfile(db, { full_name: 'Juno Okafor', dj_name: 'Juno' })
  await insertEvent(db, { title: 'A', dj_id: host, ticket_price_cents: 100 }, [
    { price_cents: 2400, quantity_total: 50, quantity_sold: 20, quantity_held: 5 },
    { price_cents: 1600, quantity_total: 10, quantity_sold: 10 },
  ])
  await insertEvent(db, { title: 'B', event_date: '2026-12-06T20:00:00Z', ticket_price_cents: 900 })
  await insertEvent(db, { title: 'C', event_date: '2026-12-07T20:00:00Z' })
  const { events } = await listEvents({ db, settings }, { limit: 50 }, now)
  expect(events).toMatchObject([
    {
      title: 'A',
      eventType: 'club_night',
      fromCents: 1600,
      fromFeeCents: 160,
      available: 25,
      hostName: 'Juno',
      startsAt: '2026-12-05T23:00:00.000Z',
      timezone: 'Europe/London',
    },
    { title: 'B', fromCents: 900, fromFeeCents: 0, available: 0, hostName: null },
    { title: 'C', fromCents: 0, available: 0 },
  ])
})

test('E-01 search finds every word in title or location, in any case, and escapes LIKE wildcards', async () => {
  await insertEvent(db, { title: 'Night Bus to Nowhere', location: 'London' })
  await insertEvent(db, { title: '100% Étoile_Noire', location: 'Paris', event_date: '2026-12-06T20:00:00Z' })
  expect(await listTitles({ q: 'BUS' })).toEqual(['Night Bus to Nowhere'])
  expect(await listTitles({ q: 'london night' })).toEqual(['Night Bus to Nowhere'])
  expect(await listTitles({ q: 'london paris' })).toEqual([])
  expect(await listTitles({ q: 'étoile' })).toEqual(['100% Étoile_Noire'])
  expect(await listTitles({ q: '0%' })).toEqual(['100% Étoile_Noire'])
  expect(await listTitles({ q: 'e_n' })).toEqual(['100% Étoile_Noire'])
  expect(await listTitles({ q: '%%%' })).toEqual([])
  expect(await listTitles({ q: 'ab' })).toEqual([])
  expect(await listTitles({ q: 'to' })).toEqual(['Night Bus to Nowhere', '100% Étoile_Noire'])
  expect(await listTitles({ q: '   ' })).toHaveLength(2)
  expect(await listTitles({ q: String.raw`\'; drop table events; --` })).toEqual([])
  expect(await listTitles({ q: 'ber 🎧' })).toEqual([])
})

test('tonight, this weekend and a month are in the time zone of the event', async () => {
  // Friday 20 November, 18:00 in London; already Saturday 05:00 in Melbourne, where Friday’s events end at 06:00.
  const add = (title: string, timezone: string, event_date: string) =>
    insertEvent(db, { title, timezone, event_date })
  await add('London now', 'Europe/London', '2026-11-20T23:00:00Z')
  await add('London small hours', 'Europe/London', '2026-11-21T05:00:00Z')
  await add('London morning', 'Europe/London', '2026-11-21T06:00:00Z')
  await add('Melbourne tail', 'Australia/Melbourne', '2026-11-20T18:30:00Z')
  await add('Melbourne Saturday', 'Australia/Melbourne', '2026-11-21T10:00:00Z')
  await add('London Sunday', 'Europe/London', '2026-11-22T22:00:00Z')
  await add('London Monday', 'Europe/London', '2026-11-23T20:00:00Z')
  await add('Melbourne first of December', 'Australia/Melbourne', '2026-11-30T14:00:00Z')
  await add('Chicago end of December', 'America/Chicago', '2027-01-01T05:00:00Z')
  await add('London January', 'Europe/London', '2027-01-01T05:30:00Z')
  expect(await listTitles({ date: 'tonight' })).toEqual([
    'London now',
    'Melbourne tail',
    'London small hours',
  ])
  expect(await listTitles({ date: 'weekend' })).toEqual([
    'London now',
    'Melbourne tail',
    'London small hours',
    'London morning',
    'Melbourne Saturday',
    'London Sunday',
  ])
  expect(await listTitles({ date: '2026-12' })).toEqual([
    'Melbourne first of December',
    'Chicago end of December',
  ])
  expect(await listTitles({ date: '2026-12', q: 'december', types: ['club_night'] })).toHaveLength(2)
  expect(await listTitles({ date: '2020-01' })).toEqual([])
})

test('E-06 sorts events by the day in their own city, then by time, across pages', async () => {
  const add = (title: string, timezone: string, event_date: string) =>
    insertEvent(db, {
      title,
      timezone,
      event_date,
      event_type: title.includes('club') ? 'club_night' : 'festival',
    })
  // Sorted by time alone, Saturday in Melbourne would come before Friday evening in Los Angeles.
  await add('Mon in Auckland', 'Pacific/Auckland', '2026-12-20T11:00:00Z')
  await add('Sat in Melbourne', 'Australia/Melbourne', '2026-12-18T13:00:00Z')
  await add('Sun in Leeds club', 'Europe/London', '2026-12-20T22:00:00Z')
  await add('Fri in Los Angeles club', 'America/Los_Angeles', '2026-12-19T05:00:00Z')
  await add('Sat in Leeds', 'Europe/London', '2026-12-19T00:00:00Z')
  await add('Fri in Leeds', 'Europe/London', '2026-12-18T23:59:00Z')
  const inOrder = [
    'Fri in Leeds',
    'Fri in Los Angeles club',
    'Sat in Melbourne',
    'Sat in Leeds',
    'Sun in Leeds club',
    'Mon in Auckland',
  ]
  for (const filter of [
    {},
    { types: ['festival', 'club_night'] as const },
    { q: 'in' },
    { date: '2026-12' as const },
  ])
    for (const limit of [1, 2, 50]) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await listEvents({ db, settings }, { ...filter, after, limit }, now)
        seen.push(...page.events.map(({ title }) => title))
        after = page.nextCursor ?? undefined
      } while (after)
      expect(seen, JSON.stringify({ filter, limit })).toEqual(inOrder)
    }
  // An event that has started is not upcoming, although its day is not over.
  expect(await listTitles({}, new Date('2026-12-19T00:30:00Z'))).toEqual(inOrder.toSpliced(2, 2).slice(1))
})

test('events match any of the chosen types, together with the other filters', async () => {
  await insertEvent(db, { title: 'Club' })
  await insertEvent(db, { title: 'Day', event_type: 'day_party', event_date: '2026-12-04T12:00:00Z' })
  await insertEvent(db, { title: 'Fest', event_type: 'festival', event_date: '2026-12-03T12:00:00Z' })
  expect(await listTitles({ types: ['club_night', 'day_party'] })).toEqual(['Day', 'Club'])
  expect(await listTitles({ types: ['festival'], q: 'leeds' })).toEqual(['Fest'])
  expect(await listTitles({ types: [] })).toEqual(['Fest', 'Day', 'Club'])
})

test('pages have no gaps and no duplicates, also with equal start times', async () => {
  for (let index = 0; index < 60; index += 1)
    await insertEvent(db, {
      title: `Echo ${index}`,
      event_type: index % 2 === 0 ? 'festival' : 'residency',
      // Microseconds that a Date cannot represent, each shared by several events.
      event_date: `2026-12-05T23:00:00.12345${index % 7}Z`,
    })
  for (const filter of [
    {},
    { types: ['festival', 'residency'] as const },
    { q: 'echo' },
    { q: 'ec' },
    { q: 'echo 7' },
  ]) {
    const all = (await listTitles(filter)).length + (await remaining(filter))
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await listEvents({ db, settings }, { ...filter, after, limit: 7 }, now)
      expect(page.events.length).toBeLessThanOrEqual(7)
      expect(page.total === null).toBe(after !== undefined)
      seen.push(...page.events.map((event) => event.id))
      after = page.nextCursor ?? undefined
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(all)
  }
})

async function remaining(filter: object): Promise<number> {
  const { nextCursor } = await listEvents({ db, settings }, { ...filter, limit: 50 }, now)
  if (!nextCursor) return 0
  return (await listEvents({ db, settings }, { ...filter, limit: 50, after: nextCursor }, now)).events.length
}

test('the count is exact up to a thousand', async () => {
  await insertEvent(db)
  expect((await listEvents({ db, settings }, { limit: 1 }, now)).total).toEqual({ count: 1, isExact: true })
  expect((await listEvents({ db, settings }, { limit: 1, q: 'diamonds' }, now)).total).toEqual({
    count: 1,
    isExact: true,
  })
  expect((await listEvents({ db, settings }, { limit: 1, q: 'nothing' }, now)).total).toEqual({
    count: 0,
    isExact: true,
  })
  const values = Array.from({ length: 1000 }, (_, index) => ({
    title: `Copy ${index}`,
    event_type: 'festival',
    event_status: 'published',
    event_date: '2026-12-06T20:00:00Z',
    location: 'Leeds',
    venue_name: 'Unit 7',
  }))
  await db.insertInto('events').values(values).execute()
  expect((await listEvents({ db, settings }, { limit: 1 }, now)).total).toEqual({
    count: 1000,
    isExact: false,
  })
  expect((await listEvents({ db, settings }, { limit: 1, types: ['festival'] }, now)).total).toEqual({
    count: 1000,
    isExact: true,
  })
  expect((await listEvents({ db, settings }, { limit: 24, q: 'copy' }, now)).total).toEqual({
    count: 24,
    isExact: false,
  })
})

test('E-01 search ignores accents in both directions', async () => {
  await insertEvent(db, { title: 'Étoile Noire', location: 'Malmö' })
  await insertEvent(db, { title: 'Plain', location: 'Malmo', event_date: '2026-12-06T20:00:00Z' })
  for (const q of ['malmo', 'Malmö', 'MALMO'])
    expect(await listTitles({ q })).toEqual(['Étoile Noire', 'Plain'])
  expect(await listTitles({ q: 'etoile' })).toEqual(['Étoile Noire'])
})

test('E-01 search finds the venue, the line-up and the organizer, and follows their changes', async () => {
  const juno = await insertProfile(db, { full_name: 'Juno Okafor', dj_name: 'Juno' })
  const host = await insertProfile(db, { full_name: 'Ilse Brandt' })
  const id = await insertEvent(db, { title: 'Low Ceiling', venue_name: 'The Cistern', organizer_id: host })
  await db
    .insertInto('line_up_slots')
    .values([
      { event_id: id, dj_id: juno, name: 'Juno' },
      { event_id: id, name: 'Anaïs K', billing: 1 },
    ])
    .execute()
  for (const q of ['cistern', 'juno', 'anais', 'brandt', 'low juno'])
    expect(await listTitles({ q })).toEqual(['Low Ceiling'])
  await db.updateTable('profiles').set({ full_name: 'Ilse Novak' }).where('id', '=', host).execute()
  await db.deleteFrom('line_up_slots').where('name', '=', 'Anaïs K').execute()
  expect(await listTitles({ q: 'novak' })).toEqual(['Low Ceiling'])
  for (const q of ['brandt', 'anais']) expect(await listTitles({ q })).toEqual([])
})

test('E-01 a long line-up fits the index', async () => {
  const id = await insertEvent(db, { title: 'ﷺ'.repeat(100), location: '🪩'.repeat(60) })
  const names = Array.from({ length: 60 }, (_, at) => ({
    event_id: id,
    name: `${'🪩'.repeat(40)} ${at}`,
    billing: at,
  }))
  await db.insertInto('line_up_slots').values(names).execute()
  expect(await listTitles({})).toHaveLength(1)
})

test('E-01 a search with a typo lists similar events, and only then', async () => {
  await insertEvent(db, { title: 'Low Ceiling', venue_name: 'The Cistern' })
  await insertEvent(db, { title: 'Warehouse', venue_name: 'Kelham', event_date: '2026-12-06T20:00:00Z' })
  const find = (q: string) => listEvents({ db, settings }, { limit: 50, q }, now)
  for (const q of ['cisten', 'cistren', 'low ceilng', 'cieling', 'low cieling', 'icstern'])
    expect(await find(q), q).toMatchObject({
      isSimilar: true,
      nextCursor: null,
      total: { count: 1 },
      events: [{ title: 'Low Ceiling' }],
    })
  expect(await find('cistern')).toMatchObject({ isSimilar: false, events: [{ title: 'Low Ceiling' }] })
  for (const q of ['zebra', 'cisten zebra', 'lo cisten xy', "'; drop table events"])
    expect(await find(q), q).toMatchObject({ isSimilar: false, events: [], total: { count: 0 } })
})
