import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
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

async function listNames(
  input: Parameters<ReturnType<typeof as>['discover']>[0],
  viewer: string | null = null,
): Promise<string[]> {
  const { djs } = await as(viewer).discover(input)
  return djs.map((dj) => dj.name)
}

test('D-03 lists six demo DJs with figures from completed bookings and published reviews', async () => {
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

test('D-01 searches DJ name, full name and location, alone or combined, from one letter on', async () => {
  expect(await listNames({ q: 'kestrel' })).toEqual(['DJ Kestrel'])
  expect(await listNames({ q: 'MARLOWE' })).toEqual(['DJ Kestrel'])
  expect(await listNames({ q: 'berlin' })).toEqual(['Mara Voss'])
  expect(await listNames({ q: 'uk okafor' })).toEqual(['Juno Okafor'])
  expect(await listNames({ q: 'o' })).toHaveLength(5)
  expect(await listNames({ q: 'ss' })).toEqual(['Mara Voss'])
  expect(await listNames({ q: 'n, de' })).toEqual(['Mara Voss'])
  expect(await listNames({ q: 'mara\u0000berlin' })).toEqual(['Mara Voss'])
})

test('D-01 ignores accents in a search, and finds similar names for a typo', async () => {
  expect(await listNames({ q: 'Bèrlin' })).toEqual(['Mara Voss'])
  expect(await as(null).discover({ q: 'bèrlin' })).toMatchObject({ isSimilar: false })
  expect(await as(null).discover({ q: 'kestral' })).toMatchObject({
    isSimilar: true,
    nextCursor: null,
    djs: [{ name: 'DJ Kestrel' }],
  })
  expect(await listNames({ q: 'kestral', genre: 'House' })).toEqual([])
  expect(await as(null).discover({ q: 'belrin' })).toMatchObject({
    isSimilar: true,
    djs: [{ name: 'Mara Voss' }],
  })
})

test('D-04 returns nothing for a search without matches', async () => {
  for (const q of ['nobody here', '%', '_', "' or true --", '\\', '😀', '...', 'qx'])
    expect(await listNames({ q }), q).toEqual([])
})

test('D-02 filters by any of a DJ’s up to three genres', async () => {
  expect(await listNames({ genre: 'House' })).toEqual(['Juno Okafor'])
  expect(await listNames({ genre: 'House', q: 'berlin' })).toEqual([])
  await db
    .updateTable('profiles')
    .set({ genres: ['Techno', 'House'] })
    .where('id', '=', getPersonId('mara'))
    .execute()
  expect(await listNames({ genre: 'House' })).toEqual(['Mara Voss', 'Juno Okafor'])
  expect((await as(null).discover({ q: 'mara' })).djs[0]?.genre).toBe('Techno')
})

describe('left out of Discover', () => {
  test('leaves out people of other types and hidden profiles', async () => {
    expect(await listNames({ q: 'Owen' })).toEqual([])
    await db.updateTable('profiles').set({ is_public: false }).where('id', '=', getPersonId('nova')).execute()
    expect(await listNames({ q: 'Nova' })).toEqual([])
    await db.updateTable('profiles').set({ is_public: true }).where('id', '=', getPersonId('nova')).execute()
  })

  test('hides people with a block between them and the viewer, but shows them to other viewers', async () => {
    const block = { blocker_id: getPersonId('temi'), blocked_id: getPersonId('jonas') }
    await db.insertInto('blocks').values(block).execute()
    expect(await listNames({ q: 'temi' }, 'jonas')).toEqual([])
    expect(await listNames({}, 'jonas')).not.toContain('Temi Adeyemi')
    expect(await listNames({ genre: 'Deep House' }, 'jonas')).toEqual([])
    expect(await listNames({ q: 'temi' }, 'owen')).toEqual(['Temi Adeyemi'])
    expect(await listNames({ q: 'temi' })).toEqual(['Temi Adeyemi'])
    await db.deleteFrom('blocks').execute()
  })
})

test('pages show every DJ once, even DJs who joined at the same instant', async () => {
  const before = await listNames({})
  await sql`update profiles set created_at = '2025-01-01T00:00:00.123456Z'
    where id = any(${[getPersonId('temi'), getPersonId('nova'), getPersonId('ilse')]}::uuid[])`.execute(db)
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await as(null).discover({ limit: 2, ...(after === undefined ? {} : { after }) })
    seen.push(...page.djs.map((dj) => dj.name))
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
  expect(seen.toSorted()).toEqual(before.toSorted())
})

test('refuses invalid input with a message', async () => {
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
