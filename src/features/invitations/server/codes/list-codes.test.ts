import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { CodeList } from '../../contract-codes'
import { addPerson, createClient, addMinutes, recordInvitation } from '../testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
  const mara = await addPerson(db, 'Mara Voss', 'user')
  const temi = await addPerson(db, 'Temi Adeyemi', 'user')
  const code = (n: number) => `CODE${String(n).padStart(4, '0')}`
  await db
    .insertInto('invitations')
    .values([
      ...Array.from({ length: 60 }, (_, n) => ({
        code: code(n),
        created_by: hanna,
        created_at: sql<Date>`${addMinutes(-100)}::timestamptz + ${Math.floor(n / 3)} * interval '1 microsecond'`,
        note: n % 2 === 0 ? 'Spring tour' : null,
      })),
      {
        code: 'MARA0001',
        created_by: mara,
        created_at: addMinutes(-50),
        note: 'For the promoter from Malmö',
      },
      { code: 'LATE0001', created_by: mara, created_at: addMinutes(-40), expires_at: addMinutes(-1) },
      { code: 'GONE0001', created_by: mara, created_at: addMinutes(-30), status: 'revoked' },
      { code: 'SENT0001', created_by: hanna, created_at: addMinutes(-20), sent_to: 'owen@faulk.example' },
    ])
    .execute()
  await recordInvitation(db, mara, temi, addMinutes(-10))
})
afterAll(() => drop())

const list = (input: Parameters<ReturnType<typeof createClient>['codes']['list']>[0]) =>
  createClient(db, { id: hanna, roles: ['admin'] }).codes.list(input)
const toCodes = ({ codes }: CodeList) => codes.map(({ code }) => code)

test('AD-09 lists codes newest first, and paging in both directions shows each code once with its position', async () => {
  const first = await list({})
  expect(first).toMatchObject({ from: 1, previousCursor: null })
  const pages = [first]
  for (let page = first; page.nextCursor !== null;) {
    page = await list({ after: page.nextCursor })
    pages.push(page)
  }
  expect(pages.map(({ from, codes }) => [from, codes.length])).toEqual([
    [1, 25],
    [26, 25],
    [51, 15],
  ])
  const all = pages.flatMap(({ codes }) => codes)
  expect(new Set(all.map(({ id }) => id)).size).toBe(65)
  const stored = await db
    .selectFrom('invitations')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect(all.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))

  const [one, two, three] = pages
  const back = await list({ before: three?.previousCursor ?? '' })
  expect(back).toEqual(two)
  expect(await list({ before: back.previousCursor ?? '' })).toEqual(one)
})

test('a code past its expiry counts as expired before the job records it', async () => {
  const { codes } = await list({ q: 'LATE0001' })
  expect(codes).toMatchObject([{ status: 'expired' }])
  expect(toCodes(await list({ status: 'pending' }))).not.toContain('LATE0001')
})

test.each([
  ['the beginning of a code, in lower case', 'mara-0', ['MARA0001']],
  ['a word of a note', 'malmö', ['MARA0001']],
  ['words of a note in any order', 'promoter for', ['MARA0001']],
  ['part of an address', 'faulk', ['SENT0001']],
  ['the name of its user', 'adeyemi', [expect.stringMatching(/^\w{8}$/)]],
  ['text that matches nothing', 'nobody at all', []],
  ['the middle of a code, which does not match', 'ARA0001', []],
])('searches codes by %s', async (_how, q, found) => {
  expect(toCodes(await list({ q }))).toEqual(found)
})

test('finds codes by creator, applies the filter, and pages the results', async () => {
  expect(toCodes(await list({ q: 'voss mara' }))).toEqual([
    expect.any(String),
    'GONE0001',
    'LATE0001',
    'MARA0001',
  ])
  expect(toCodes(await list({ q: 'voss', status: 'revoked' }))).toEqual(['GONE0001'])
  const first = await list({ q: 'hanna' })
  const second = await list({ q: 'hanna', after: first.nextCursor ?? '' })
  const third = await list({ q: 'hanna', after: second.nextCursor ?? '' })
  expect([first, second, third].map(({ from, codes }) => [from, codes.length])).toEqual([
    [1, 25],
    [26, 25],
    [51, 11],
  ])
  expect(await list({ q: 'hanna', before: third.previousCursor ?? '' })).toEqual(second)
})

test('fills whole pages when a search word is common', async () => {
  const first = await list({ q: 'spring tour' })
  const second = await list({ q: 'spring tour', after: first.nextCursor ?? '' })
  const all = [...toCodes(first), ...toCodes(second)]
  expect(new Set(all).size).toBe(30)
  expect(all[0]).toBe('CODE0058')
})

test('finds the codes used by people with a common name', async () => {
  const { rows } = await sql<{ id: string }>`
    with people as (
      insert into accounts (email) select 'smith' || n || '@smith.example' from generate_series(1, 220) n returning id, email),
    named as (insert into profiles (id, full_name, email) select id, 'A Smith', email from people returning id)
    select id from named`.execute(db)
  await sql`insert into user_roles (user_id, role) select id, 'user' from profiles where full_name = 'A Smith'`.execute(
    db,
  )
  const last = rows[7]?.id ?? ''
  await recordInvitation(db, hanna, last, addMinutes(-99))
  const { codes } = await list({ q: 'smith' })
  expect(codes.map(({ usedBy }) => usedBy?.id)).toEqual([last])
})

test('returns exact counts, cached for ten seconds or until a change', async () => {
  const client = createClient(db, { id: hanna, roles: ['admin'] })
  const before = await client.codes.counts()
  expect(before).toEqual({ all: 66, pending: 62, used: 2, expired: 1, revoked: 1 })
  await db.insertInto('invitations').values({ code: 'ELSE0001' }).execute()
  expect(await client.codes.counts()).toEqual(before)
  await client.codes.generate({})
  expect(await client.codes.counts()).toMatchObject({ all: 68, pending: 64 })
})

test.each(['x', 'W10', 'f'.repeat(500)])('an unknown cursor returns the first page: %s', async (after) => {
  expect(await list({ after })).toEqual(await list({}))
})

test('treats SQL wildcards as plain text', async () => {
  for (const q of ["' or 1=1", '%', '_', '\\', '\u0000', '$1'])
    expect((await list({ q })).codes.length, q).toBeLessThanOrEqual(25)
  expect(toCodes(await list({ q: '100%' }))).toEqual([])
})
