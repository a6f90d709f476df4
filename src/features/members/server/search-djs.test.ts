import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '~/database/connect'
import { createLargeId, insertDjs } from '../../../../bench/seed/large-djs'
import { seedLarge } from '../../../../bench/seed/seed-large'
import { createTestDatabase } from '~tests/support/database'
import { splitSearchWords } from '~/lib/search-words'
import { timeCursor } from '~/lib/cursor'
import { listDjs } from './discover'

const now = new Date('2026-11-21T02:00:00Z')
const DJS = 3_000
const visitor = { id: null }
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedLarge(db, { events: 1, tickets: 1, now })
  await db.transaction().execute(insertAll)
  await sql`vacuum analyze accounts, profiles, user_member_types`.execute(db)
})
afterAll(() => drop())

/** Inserts DJs but none of their bookings: bookings change only the figures of a card, and inserting them is slow. */
async function insertAll(trx: Transaction): Promise<void> {
  await createLargeId(trx)
  await insertDjs(trx, DJS, now)
}

async function searchPlainly(
  q: string,
  genre: string | undefined,
  after: string | undefined,
  limit = 24,
): Promise<string[]> {
  const [micros, id] = timeCursor.find(after ?? '')?.key ?? []
  const { rows } = await sql<{ id: string }>`
    select id from profiles p
    where is_public and is_dj and (${genre ?? null}::text is null or ${genre ?? null} = any(genres))
      and not exists (select from unnest(${splitSearchWords(q)}::text[]) word where position(word in search_text) = 0)
      and (${id ?? null}::uuid is null or (created_at, id) > (
        timestamptz 'epoch' + ${micros ?? 0}::float8 * interval '1 microsecond', ${id ?? null}::uuid))
    order by created_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

test('finds the same DJs as a plain query, for common, rare, long and short words, on every page', async () => {
  const genres = [undefined, 'House', 'Trance'] as const
  const queries = [
    '',
    'o',
    'z',
    '!',
    'an',
    'qx',
    'öt',
    'okafor',
    'mila berlin',
    'ber',
    '0000756',
    'a-b',
    'é,',
    '075',
  ]
  let found = 0
  for (const q of queries)
    for (const genre of genres) {
      let after: string | undefined
      for (let page = 0; page < 3; page++) {
        const { djs, nextCursor } = await listDjs(db, { q, genre, after, limit: 24 }, visitor)
        expect(
          djs.map(({ id }) => id),
          `${q} ${genre} page ${page}`,
        ).toEqual(await searchPlainly(q, genre, after))
        found += djs.length
        if (nextCursor === null) break
        after = nextCursor
      }
    }
  expect(found).toBeGreaterThan(1_000)
})

test('a search for a common word ends with its last page', async () => {
  const { rows } = await sql<{ micros: number; id: string }>`
    select (extract(epoch from created_at) * 1000000)::bigint as micros, id from profiles
    where is_dj order by created_at desc, id desc offset 40 limit 1`.execute(db)
  const after = timeCursor.write({ key: [rows[0]?.micros ?? 0, rows[0]?.id ?? ''], n: 1 })
  for (const q of ['o', 'okafor', 'an', '0000756']) {
    const { djs, nextCursor } = await listDjs(db, { q, after, limit: 48 }, visitor)
    expect(
      djs.map(({ id }) => id),
      q,
    ).toEqual(await searchPlainly(q, undefined, after, 48))
    expect(nextCursor).toBeNull()
  }
})

const shapes = [
  ['', undefined],
  ['', 'House'],
  ['mila', undefined],
  ['mila berlin', 'House'],
  ['qx', undefined],
  ['0000756', 'Techno'],
] as const

async function searchAll(on: Database | Transaction): Promise<void> {
  for (const [q, genre] of shapes)
    for (let time = 0; time < 7; time++) await listDjs(on, { q, genre, limit: 24 }, visitor)
}

/** Returns how many sequential scans of profiles this transaction has made. */
async function countFullReads(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ seq_scan: number }>`
    select seq_scan from pg_stat_xact_user_tables where relname = 'profiles'`.execute(trx)
  return rows[0]?.seq_scan ?? 0
}

test('no DJ search scans the whole table', async () => {
  await db.transaction().execute(async (trx) => {
    await searchAll(trx)
    expect(await countFullReads(trx)).toBe(0)
  })
})

test('a search planned for an empty table without statistics does not scan the whole table', async () => {
  const empty = await createTestDatabase()
  await empty.db.transaction().execute(async (trx) => {
    await searchAll(trx)
    await insertAll(trx)
    const before = await countFullReads(trx)
    await searchAll(trx)
    expect((await countFullReads(trx)) - before).toBe(0)
    const { djs } = await listDjs(trx, { q: 'mila', limit: 24 }, visitor)
    expect(djs).toHaveLength(24)
  })
  await empty.drop()
})
