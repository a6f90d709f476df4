import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { personId } from '~/database/seed/people'
import { seedDemo } from '~/database/seed/seed-demo'
import { createTestDatabase } from '~/database/testing'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { membersCalls } from './calls'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
})
afterAll(() => drop())

function as(key: string | null, ip = '192.0.2.1') {
  const caller: Caller | null =
    key === null
      ? null
      : {
          id: personId(key),
          sessionId: personId(key),
          fullName: key,
          email: `${key}@backtoback.example`,
          isEmailVerified: true,
          avatarUrl: null,
          roles: ['user'],
        }
  return createRouterClient(membersCalls, {
    context: {
      db,
      secret: 'a secret of the tests',
      caller,
      requestId: 'test',
      ip,
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      now: () => now,
      log: createLog({ level: 'silent' }),
    },
  })
}

async function names(input: Parameters<ReturnType<typeof as>['discover']>[0]): Promise<string[]> {
  const { djs } = await as(null).discover(input)
  return djs.map((dj) => dj.name)
}

describe('Discover', () => {
  test('D-03 six sample DJs with figures from completed bookings and published reviews', async () => {
    const { djs, nextCursor } = await as(null).discover({})
    expect(nextCursor).toBeNull()
    expect(djs.map(({ name, genre, rating, bookings }) => [name, genre, rating, bookings])).toEqual([
      ['Mara Voss', 'Techno', 4.9, 214],
      ['Juno Okafor', 'House', 4.8, 176],
      ['DJ Kestrel', 'Hard House', 4.7, 132],
      ['Ilse Brandt', 'Progressive House', 4.9, 189],
      ['Temi Adeyemi', 'Deep House', 5, 98],
      ['Nova Reyes', 'Trance', 4.6, 121],
    ])
  })

  test('D-01 by name, by the name behind the DJ name, by location, by both', async () => {
    expect(await names({ q: 'kestrel' })).toEqual(['DJ Kestrel'])
    expect(await names({ q: 'MARLOWE' })).toEqual(['DJ Kestrel'])
    expect(await names({ q: 'berlin' })).toEqual(['Mara Voss'])
    expect(await names({ q: 'uk okafor' })).toEqual(['Juno Okafor'])
    expect(await names({ q: 'o' })).toHaveLength(5)
    expect(await names({ q: 'mara\u0000berlin' })).toEqual(['Mara Voss'])
  })

  test('D-04 nothing found, whatever is typed', async () => {
    for (const q of ['nobody here', '%', '_', "' or true --", '\\']) expect(await names({ q }), q).toEqual([])
  })

  test('D-02 a genre, exactly that one', async () => {
    expect(await names({ genre: 'House' })).toEqual(['Juno Okafor'])
    expect(await names({ genre: 'House', q: 'berlin' })).toEqual([])
  })

  test('only members of type dj with a public profile', async () => {
    expect(await names({ q: 'Owen' })).toEqual([])
    await db.updateTable('profiles').set({ is_public: false }).where('id', '=', personId('nova')).execute()
    expect(await names({ q: 'Nova' })).toEqual([])
    await expect(as(null).getDj({ id: personId('nova') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.updateTable('profiles').set({ is_public: true }).where('id', '=', personId('nova')).execute()
  })

  test('page after page shows everybody once, also those who joined at the same instant', async () => {
    const before = await names({})
    await db
      .updateTable('profiles')
      .set({ created_at: new Date('2025-01-01T00:00:00Z') })
      .where('id', 'in', [personId('temi'), personId('nova'), personId('ilse')])
      .execute()
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await as(null).discover({ limit: 2, ...(after === undefined ? {} : { after }) })
      seen.push(...page.djs.map((dj) => dj.name))
      after = page.nextCursor ?? undefined
    } while (after !== undefined)
    expect(seen.toSorted()).toEqual(before.toSorted())
  })

  test('hostile input is refused with words', async () => {
    const client = as(null)
    for (const input of [
      { after: 'x' },
      { genre: 'Polka' },
      { limit: 0 },
      { limit: 1e9 },
      { q: 'x'.repeat(101) },
    ])
      await expect(client.discover(input as never), JSON.stringify(input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
  })
})

describe('the page of a DJ', () => {
  test('P-01 bio, equipment, rate, days, contact, links and upcoming events', async () => {
    const mara = await as(null).getDj({ id: personId('mara') })
    expect(mara).toMatchObject({
      name: 'Mara Voss',
      rateCents: 120_000,
      availabilityDays: [5, 6],
      phone: '+49 30 555 0142',
      email: 'mara@backtoback.example',
    })
    expect(mara.bio).toContain('laundromat')
    expect(mara.equipment).toHaveLength(5)
    expect(mara.socialLinks.map((link) => link.label)).toEqual([
      'SoundCloud',
      'Instagram',
      'Bandcamp',
      'Website',
    ])
    expect(mara.upcomingEvents).toHaveLength(6)
    const times = mara.upcomingEvents.map((event) => event.startsAt)
    expect(times).toEqual(times.toSorted())
  })

  test('events are those they host or play, public and ahead', async () => {
    const titles = async () =>
      (await as(null).getDj({ id: personId('kestrel') })).upcomingEvents.map((event) => event.title)
    expect(await titles()).toEqual([
      'Ceiling Tiles',
      'Night Bus to Nowhere',
      'Brake Fluid',
      'Two Left Decks',
      'Service Entrance',
    ])
  })

  test('who is no DJ, or no id at all, has no page', async () => {
    for (const id of [
      personId('owen'),
      personId('customer'),
      'x',
      "'; drop table profiles",
      '018ccab1-5b40-7ef7-a8bd-53bbbb6aeac5',
    ])
      await expect(as(null).getDj({ id }), id).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'DJ not found',
      })
  })
})

describe('views', () => {
  async function views(): Promise<number> {
    const { profileViews } = await as('ilse').dashboard()
    return profileViews
  }

  test('M-02 one per viewer and day, never by oneself', async () => {
    const before = await views()
    const id = personId('ilse')
    await as('mara').recordView({ id })
    await as('mara', '192.0.2.9').recordView({ id })
    await as('ilse').recordView({ id })
    await as(null).recordView({ id })
    await as(null).recordView({ id })
    await as(null, '192.0.2.9').recordView({ id })
    expect(await views()).toBe(before + 3)
  })

  test('a visitor leaves no address behind', async () => {
    const rows = await db
      .selectFrom('profile_views')
      .select('viewer')
      .where('viewer', 'like', '%192.0%')
      .execute()
    expect(rows).toEqual([])
  })

  test('a page that is not there is not counted', async () => {
    await expect(as(null).recordView({ id: '018ccab1-5b40-7ef7-a8bd-53bbbb6aeac5' })).resolves.toEqual({})
    await expect(as(null).recordView({ id: 'x' })).resolves.toEqual({})
  })
})

describe('the dashboard', () => {
  test('M-02 connections are the accepted ones, bookings those as client or DJ', async () => {
    const mara = await as('mara').dashboard()
    // One was asked for by Sofia; Owen's has Mara's counter-offer in it, so it waits for him.
    expect(mara).toMatchObject({ connections: 9, bookings: 220, bookingsToAnswer: 1, profileViews: 2406 })
    const owen = await as('owen').dashboard()
    expect(owen.bookingsToAnswer).toBe(1)
  })

  test('the next night is the nearest one that the person runs or hosts', async () => {
    const { nextEvent } = await as('jonas').dashboard()
    expect(nextEvent).toMatchObject({ title: 'Low Ceiling', sold: 291, total: 300, revenueCents: 582_000 })
    expect((await as('customer').dashboard()).nextEvent).toBeNull()
  })

  test('nobody signed in, nothing told', async () => {
    await expect(as(null).dashboard()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
