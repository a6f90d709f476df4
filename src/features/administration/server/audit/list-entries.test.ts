import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditAction, recordAudit, recordAudits } from '~/database/audit'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { countEntries, countToday } from './count-entries'
import { listAuditEntries } from './list-entries'

const now = new Date('2026-11-21T02:00:00Z')
const [admin, moderator, mara, sofia] = ['admin', 'moderator', 'mara', 'sofia'].map(getPersonId) as [
  string,
  string,
  string,
  string,
]
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
})
afterAll(() => drop())

type Query = Partial<Parameters<typeof listAuditEntries>[1]>
const list = (query: Query = {}) =>
  listAuditEntries({ db, now: () => now }, { period: 'all', limit: 25, ...query })
const listDescriptions = async (query: Query) =>
  (await list(query)).entries.map(({ actor, did, to }) =>
    [actor?.name ?? 'System', did, to?.text ?? ''].join(' ').trim(),
  )

/** Writes an entry with a chosen timestamp, which only tests can do. */
async function write(
  minutesAgo: number,
  actorId: string | null,
  action: string,
  more: { id?: string; type?: string; details?: object } = {},
) {
  await sql`insert into audit_log (actor_id, action, subject_type, subject_id, details, created_at)
    values (${actorId}, ${action}, ${more.type ?? 'person'}, ${more.id ?? mara}, ${JSON.stringify(more.details ?? {})}::jsonb,
      ${new Date(now.getTime() - minutesAgo * 60_000)})`.execute(db)
}

test('lists newest first, with current names and the report that led to the action', async () => {
  const [line] = (await list({ q: 'R-1 message' })).entries
  expect(line).toMatchObject({
    actor: { name: 'Noor Haddad', isRemoved: false },
    did: 'hid a message',
    to: { text: 'in Lost and found' },
    link: {
      label: 'R-1',
      href: expect.stringMatching(/^\/dashboard\/moderation\?tab=closed&case=[\da-f-]{36}$/),
    },
  })
  const moments = (await list()).entries.map(({ at }) => at)
  expect(moments).toEqual(moments.toSorted().toReversed())
})

test('finds entries by actor, action and target, with words in any order', async () => {
  await write(5, admin, 'users.assign_role', { id: sofia, details: { role: 'moderator' } })
  await write(4, null, 'invitations.expire', {
    type: 'invitation',
    id: newId(),
    details: { code: 'PP3N5D2E', from: 'pending', to: 'expired' },
  })
  const line = 'Hanna Wolff assigned moderator to Sofia Lind'
  for (const q of ['sofia', 'assigned', 'hanna sofia', 'LIND assign', sofia])
    expect([q, await listDescriptions({ q })]).toEqual([q, expect.arrayContaining([line])])
  expect(await listDescriptions({ q: 'assigned mara' })).toEqual([])
  expect(await listDescriptions({ q: 'pp3n5' })).toEqual(['System set an invitation to expired PP3N5D2E'])
  expect(await listDescriptions({ q: 'system expired' })).toHaveLength(1)
  expect(await listDescriptions({ q: '%' })).toEqual([])
})

test('a search without a letter returns the unfiltered list', async () => {
  for (const q of ['\0', '\u0301', ' ']) expect((await list({ q })).entries).toEqual((await list()).entries)
})

test('a search does not match parts of ids', async () => {
  const details = { person: 'abadcafe-fbd0-79f3-ba6e-db64b9940267' }
  await write(3, admin, 'chat.pass_case', { type: 'case', id: newId(), details })
  expect(await listDescriptions({ q: 'abadcafe' })).toEqual([])
})

test('finds entries by room', async () => {
  const lines = await listDescriptions({ q: 'gear swap' })
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/Gear swap$/)
})

test('filters by family, period and person, as actor or target', async () => {
  await write(60 * 24 * 40, mara, 'settings.change', {
    type: 'setting',
    id: 'hold_minutes',
    details: { key: 'hold_minutes', from: '10', to: '15' },
  })
  await write(60 * 24 * 3, admin, 'invitations.approve', {
    type: 'invite_request',
    id: newId(),
    details: { person: mara },
  })
  await write(2, mara, 'users.verify', { id: mara })
  expect(await listDescriptions({ action: 'settings' })).toEqual(['Mara Voss changed settings hold_minutes'])
  expect(await listDescriptions({ action: 'settings', period: 'month' })).toEqual([])
  expect(await listDescriptions({ personId: mara })).toEqual([
    'Mara Voss verified a user Mara Voss',
    expect.stringMatching(/^Hanna Wolff approved an invite request/),
    'Mara Voss changed settings hold_minutes',
  ])
  expect(await listDescriptions({ personId: 'nobody' })).toEqual([])
})

test('pages forward and backward, and reports the position in the list', async () => {
  for (let n = 0; n < 7; n += 1)
    await write(60 * 24 * 400, admin, 'sample.remove', { type: 'sample', id: `n${n}` })
  const query = { action: 'sample', limit: 3 } as const
  const first = await list(query)
  expect(first).toMatchObject({ from: 1, previousCursor: null })
  const second = await list({ ...query, after: first.nextCursor ?? '' })
  const third = await list({ ...query, after: second.nextCursor ?? '' })
  expect([second.from, third.from, third.entries.length, third.nextCursor]).toEqual([4, 7, 1, null])
  const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => id))
  expect(new Set(ids).size).toBe(7)
  const back = await list({ ...query, before: third.previousCursor ?? '' })
  expect(back.entries).toEqual(second.entries)
  expect(back.from).toBe(4)
  const start = await list({ ...query, before: back.previousCursor ?? '' })
  expect(start).toMatchObject({ from: 1, previousCursor: null, entries: first.entries })
  expect((await list({ ...query, after: 'whatever this is' })).entries).toEqual(first.entries)
})

test('finds rare entries behind a thousand newer ones, and common ones without a full scan', async () => {
  await sql`insert into audit_log (actor_id, action, subject_type, subject_id, details, created_at)
    select ${moderator}::uuid, 'chat.mute', 'person', ${sofia}::text, '{"reason": "noise"}'::jsonb, ${now}::timestamptz + n * interval '1 second'
    from generate_series(1, 1500) n`.execute(db)
  expect(await listDescriptions({ q: 'hold_minutes' })).toEqual(['Mara Voss changed settings hold_minutes'])
  expect(await listDescriptions({ q: 'mara settings' })).toHaveLength(1)
  const common = await list({ q: 'noise' })
  expect(common.entries).toHaveLength(25)
  const next = await list({ q: 'noise', after: common.nextCursor ?? '' })
  expect(next.from).toBe(26)
})

test('reports a name that too many people share', async () => {
  const people = Array.from({ length: 501 }, () => newId())
  await sql`insert into accounts (id, email) select id, id || '@quux.example' from unnest(${people}::uuid[]) id`.execute(
    db,
  )
  await sql`insert into profiles (id, email, full_name) select id, id || '@quux.example', 'Kim Quux' from unnest(${people}::uuid[]) id
    on conflict (id) do update set full_name = excluded.full_name`.execute(db)
  expect(await list({ q: 'quux' })).toMatchObject({ entries: [], isNameTooCommon: true })
  expect(await list({ q: 'mara' })).toMatchObject({ isNameTooCommon: false })
})

test('a deleted actor has a pseudonym; an action of another release is still readable', async () => {
  await write(-60, newId(), 'tickets.hand_over', {
    type: 'ticket',
    id: newId(),
    details: { seats: 2, list: [1] },
  })
  const [line] = (await list({ q: 'hand over' })).entries
  expect(line).toMatchObject({
    actor: { name: expect.stringMatching(/^Deleted account [0-9A-F]{6}$/), isRemoved: true },
    did: 'tickets: hand over',
    change: 'list: [1], seats: 2',
  })
})

test('entries of a deleted account share one pseudonym with its last role', async () => {
  const deletedId = newId()
  await write(-30, deletedId, 'users.suspend', { id: mara })
  await write(-31, admin, 'users.remove', { id: deletedId, details: { role: 'moderator' } })
  const name = `Deleted moderator ${deletedId.slice(-6).toUpperCase()}`
  expect(await listDescriptions({ personId: deletedId })).toEqual([
    `Hanna Wolff deleted a user ${name}`,
    `${name} suspended a user Mara Voss`,
  ])
})

test('counts all entries, and those since midnight in the time zone', async () => {
  const all = await countEntries(db)
  expect(all).toBeGreaterThan(1500)
  const at = new Date('2031-05-05T01:00:00Z')
  await sql`insert into audit_log (action, subject_type, subject_id, created_at) values
    ('setup.open', 'person', 'x', '2031-05-04T22:30:00Z'), ('setup.open', 'person', 'x', '2031-05-05T00:30:00Z')`.execute(
    db,
  )
  expect(await countToday(db, at, 'UTC')).toBe(1)
  expect(await countToday(db, at, 'Europe/Berlin')).toBe(2)
  expect(await countToday(db, at, 'Middle/Earth')).toBe(1)
})

test('DA-03 the audit log cannot be changed, deleted or truncated', async () => {
  const entries = (['users.verify', 'users.unverify'] as AuditAction[]).map((action) => ({
    actorId: admin,
    action,
    subject: { type: 'person', id: mara },
  }))
  await db.transaction().execute((trx) => recordAudits(trx, entries))
  await db.transaction().execute((trx) => recordAudits(trx, []))
  expect((await listDescriptions({ personId: mara })).filter((line) => /verif/.test(line))).toHaveLength(3)
  for (const statement of [
    sql`update audit_log set actor_id = null`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`truncate audit_log cascade`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('audit_log is append-only')
})

test('a rolled-back change leaves no entry', async () => {
  const subject = { type: 'person', id: newId() }
  await expect(
    db.transaction().execute(async (trx) => {
      await recordAudit(trx, { actorId: admin, action: 'users.verify', subject })
      throw new Error('the change fails')
    }),
  ).rejects.toThrow('the change fails')
  expect(await listDescriptions({ q: subject.id })).toEqual([])
})
