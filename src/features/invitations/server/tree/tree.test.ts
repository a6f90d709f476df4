import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { claimInvitation } from '../claim-invitation'
import {
  addPerson,
  listAuditEntries,
  createClient,
  type Heard,
  addMinutes,
  recordInvitation,
  now,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let heard: Heard
let hanna: string
let mara: string
let juno: string
let temi: string
let nova: string
let owen: string

const admin = (at = now) => createClient(db, { id: hanna, roles: ['admin'] }, { heard, at })
const member = (id: string) => createClient(db, { id, roles: ['user'] })

/** Returns people whose stored count of descendants differs from a recount of the paths. */
async function findMiscounts() {
  const { rows } = await sql`
    select t.id, t.reached from invitation_tree t
    where t.reached <> (select count(*) - 1 from invitation_tree b where t.place = any (b.path))`.execute(db)
  return rows
}

// Hanna (admin) invited Mara, Mara invited Juno and Owen, Juno invited Temi, Temi invited Nova.
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
  mara = await addPerson(db, 'Mara Voss', 'user')
  juno = await addPerson(db, 'Juno Okafor', 'user')
  temi = await addPerson(db, 'Temi Adeyemi', 'user', 'moderator')
  nova = await addPerson(db, 'Nova Reyes', 'user')
  owen = await addPerson(db, 'Owen Faulk', 'user')
  await addPerson(db, 'Carl Kunde', 'customer')
  await recordInvitation(db, hanna, mara, addMinutes(-60))
  await recordInvitation(db, mara, juno, addMinutes(-50))
  await recordInvitation(db, mara, owen, addMinutes(-40))
  await recordInvitation(db, juno, temi, addMinutes(-30))
  await recordInvitation(db, temi, nova, addMinutes(-20))
})
afterAll(() => drop())
beforeEach(() => void (heard = { jobs: [], notified: [] }))

test('people without an inviter are roots; customers are not in the tree', async () => {
  const { nodes, nextCursor } = await admin().tree.children({})
  expect(nodes).toEqual([
    {
      kind: 'person',
      id: hanna,
      name: 'Hanna Wolff',
      avatarUrl: null,
      joinedAt: now.toISOString(),
      isAdmin: true,
      state: 'active',
      suspendedUntil: null,
      isPaused: false,
      openCodes: 0,
      invited: 1,
      behind: 5,
    },
  ])
  expect(await admin().tree.active({ ids: [hanna] })).toEqual([{ id: hanna, active: 5 }])
  expect(nextCursor).toBeNull()
})

test('lists the people a person invited, oldest first, with open codes at the end', async () => {
  const { id } = await member(mara).mine.generate({})
  const { nodes } = await admin().tree.children({ parentId: mara })
  expect(nodes).toMatchObject([
    { kind: 'person', id: juno, invited: 1, behind: 2, joinedAt: addMinutes(-50).toISOString() },
    { kind: 'person', id: owen, invited: 0, behind: 0 },
    { kind: 'openCodes', id: mara, count: 1 },
  ])
  await member(mara).mine.revoke({ id })
  expect((await admin().tree.children({ parentId: mara })).nodes).toHaveLength(2)
})

test('a person not seen for a month has the status quiet and is not counted as active', async () => {
  await db
    .updateTable('accounts')
    .set({ last_signed_in_at: addMinutes(-31 * 24 * 60) })
    .where('id', 'in', [nova, owen])
    .execute()
  await sql`insert into sessions (user_id, last_seen_at, expires_at) values (${owen}, ${addMinutes(-60)}, ${addMinutes(60)})`.execute(
    db,
  )
  const { nodes } = await admin().tree.children({ parentId: mara })
  expect(nodes).toMatchObject([
    { id: juno, behind: 2 },
    { id: owen, state: 'active' },
  ])
  // Unknown ids are ignored: the person may have been removed since.
  expect(await admin().tree.active({ ids: [juno, newId()] })).toEqual([{ id: juno, active: 1 }])
  expect((await admin().tree.children({ parentId: temi })).nodes).toMatchObject([
    { id: nova, state: 'quiet' },
  ])
})

test('shows a suspended person as suspended until the suspension ends', async () => {
  const until = addMinutes(60)
  await db.updateTable('accounts').set({ suspended_until: until }).where('id', '=', owen).execute()
  const { nodes } = await admin().tree.children({ parentId: mara })
  expect(nodes[1]).toMatchObject({ state: 'suspended', suspendedUntil: until.toISOString() })
  expect(await admin().tree.branch({ personId: mara })).toMatchObject({ suspended: 1 })
  const over = await admin(addMinutes(61)).tree.children({ parentId: mara })
  expect(over.nodes[1]).toMatchObject({ state: 'active', suspendedUntil: null })

  const { code } = await member(owen).mine.generate({})
  expect(await admin().checkCode({ code }), 'codes of a suspended person are invalid').toEqual({
    verdict: 'invalid',
  })
  expect(await admin(addMinutes(61)).checkCode({ code })).toEqual({ verdict: 'usable' })
  await db.updateTable('accounts').set({ suspended_until: null }).where('id', '=', owen).execute()
})

test('returns the figures of a branch and the path to it', async () => {
  await db.updateTable('profiles').set({ is_verified: true }).where('id', 'in', [temi, nova]).execute()
  expect(await admin().tree.branch({ personId: juno })).toEqual({
    person: { id: juno, name: 'Juno Okafor', avatarUrl: null },
    members: 3,
    activeThisMonth: 2,
    verified: 2,
    suspended: 0,
    reportsAgainst: 0,
    openCodes: 0,
    paused: 0,
    isPaused: false,
    path: [
      { id: hanna, name: 'Hanna Wolff' },
      { id: mara, name: 'Mara Voss' },
    ],
  })
})

test('finds people by name or email, with the path to expand in the tree', async () => {
  for (const q of ['nova', 'REYES nova', 'nova.reyes@people'])
    expect(await admin().tree.find({ q })).toEqual({
      found: [
        {
          id: nova,
          name: 'Nova Reyes',
          avatarUrl: null,
          email: 'nova.reyes@people.example',
          path: [hanna, mara, juno, temi, nova],
        },
      ],
    })
  expect(await admin().tree.find({ q: 'kunde' })).toEqual({ found: [] })
  expect(await admin().tree.find({ q: ' ' })).toEqual({ found: [] })
})

test('the summary names the person at the start of the longest branch', async () => {
  expect(await admin().tree.summary()).toEqual({
    members: 6,
    levels: 5,
    longest: { id: mara, name: 'Mara Voss', levels: 4 },
  })
})

test('people in a paused branch cannot use or create codes until it is resumed; others still can', async () => {
  const inside = await member(temi).mine.generate({})
  const outside = await member(owen).mine.generate({})
  expect(await admin().tree.pause({ personId: juno })).toEqual({ people: 3 })
  expect(heard.notified.at(-1)?.userIds).toEqual(expect.arrayContaining([hanna, juno, temi, nova]))
  expect(await admin().tree.pause({ personId: juno }), 'pausing again is a no-op').toEqual({ people: 0 })
  expect(await listAuditEntries(db, juno)).toEqual([
    { action: 'invitations.pause', actor_id: hanna, details: { count: 3 } },
  ])
  expect(await admin().tree.branch({ personId: juno })).toMatchObject({ isPaused: true, paused: 3 })
  expect(await member(temi).mine.list()).toMatchObject({ isPaused: true })
  await expect(member(temi).mine.generate({})).rejects.toMatchObject({ code: 'PAUSED' })
  await expect(member(temi).mine.send({ id: inside.id, email: 'a@x.example' })).rejects.toMatchObject({
    code: 'PAUSED',
  })
  const guest = await addPerson(db, 'Guest One')
  const take = (code: string, userId: string) =>
    db.transaction().execute((trx) => claimInvitation(trx, { code, userId, now }))
  expect(await take(inside.code, guest)).toBe('invalid')
  expect(await admin().checkCode({ code: inside.code })).toEqual({ verdict: 'invalid' })
  expect(await take(outside.code, guest)).toBe('used')

  expect(await admin().tree.resume({ personId: juno })).toEqual({ people: 3 })
  expect(await admin().checkCode({ code: inside.code })).toEqual({ verdict: 'usable' })
})

test('pausing skips admins, but not the people below them', async () => {
  expect(await admin().tree.pause({ personId: hanna })).toEqual({ people: 6 })
  expect(await admin().tree.branch({ personId: hanna })).toMatchObject({ isPaused: false, paused: 6 })
  await admin().tree.resume({ personId: hanna })
})

test('two admins pause overlapping branches repeatedly without a deadlock', async () => {
  for (let n = 0; n < 10; n += 1)
    await Promise.all([
      admin().tree.pause({ personId: mara }),
      admin().tree.resume({ personId: juno }),
      admin().tree.pause({ personId: temi }),
      admin().tree.resume({ personId: hanna }),
    ])
  await admin().tree.resume({ personId: hanna })
  expect(await admin().tree.branch({ personId: hanna })).toMatchObject({ paused: 0 })
})

test('a deleted account stays as an anonymous node with its invitees below', async () => {
  const leaver = await addPerson(db, 'Gone Soon', 'user')
  const below = await addPerson(db, 'Left Behind', 'user')
  await recordInvitation(db, owen, leaver, addMinutes(-9))
  await recordInvitation(db, leaver, below, addMinutes(-8))
  await db.deleteFrom('accounts').where('id', '=', leaver).execute()
  const { nodes } = await admin().tree.children({ parentId: owen })
  expect(nodes.find(({ id }) => id === leaver)).toEqual({
    kind: 'deleted',
    id: leaver,
    joinedAt: addMinutes(-9).toISOString(),
    invited: 1,
    behind: 1,
  })
  expect(await admin().tree.active({ ids: [leaver] })).toEqual([{ id: leaver, active: 1 }])
  // Owen gains one descendant, not two: deleted accounts do not count at any level.
  const { nodes: above } = await admin().tree.children({ parentId: mara })
  expect(above.find(({ id }) => id === owen)).toMatchObject({ invited: 2, behind: 2 })
  expect(await findMiscounts()).toEqual([])
  expect((await admin().tree.children({ parentId: leaver })).nodes).toMatchObject([{ name: 'Left Behind' }])
  await expect(admin().tree.branch({ personId: leaver })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(admin().tree.pause({ personId: leaver })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await admin().tree.branch({ personId: below })).path.at(-1)).toEqual({ id: leaver, name: null })
  const { rows } = await sql<{
    row: string
  }>`select t::text as row from invitation_tree t where id = ${leaver}`.execute(db)
  expect(rows[0]?.row).not.toContain('Gone')
})

test('a person without an inviter who redeems a code moves with their whole branch, and never below themselves', async () => {
  const [old, young] = [await addPerson(db, 'Old Root', 'user'), await addPerson(db, 'Young One', 'user')]
  await recordInvitation(db, old, young, addMinutes(-7))
  // This would create a cycle: a removed member rejoins with a code of a person whom they invited.
  await recordInvitation(db, young, old, addMinutes(-6))
  expect((await admin().tree.branch({ personId: old })).path).toEqual([])
  await db.deleteFrom('invitations').where('used_by', '=', old).execute()
  await recordInvitation(db, nova, old, addMinutes(-5))
  expect((await admin().tree.branch({ personId: young })).path.map(({ name }) => name)).toEqual([
    'Hanna Wolff',
    'Mara Voss',
    'Juno Okafor',
    'Temi Adeyemi',
    'Nova Reyes',
    'Old Root',
  ])
  expect(await findMiscounts()).toEqual([])
})

test('simultaneous sign-ups at all levels of a chain leave every path complete', async () => {
  const people: string[] = []
  for (let n = 0; n < 12; n += 1) people.push(await addPerson(db, `Chain ${n}`, 'user'))
  // Each person invites the next, concurrently and in no order, so that moves and additions overlap.
  await Promise.all(
    people.slice(1).map((person, n) => recordInvitation(db, people[n] ?? '', person, addMinutes(n))),
  )
  const { rows } = await sql<{ id: string }>`
    select t.id from invitation_tree t left join invitation_tree up on up.id = t.parent_id
    where t.path <> coalesce(up.path, '{}') || t.place`.execute(db)
  expect(rows).toEqual([])
  expect(await findMiscounts()).toEqual([])
  expect((await admin().tree.branch({ personId: people.at(-1) ?? '' })).path).toHaveLength(11)
})

test('the tree responds with NOT_FOUND for an unknown person, and only admins have access to it', async () => {
  for (const id of [newId(), 'nonsense']) {
    await expect(admin().tree.children({ parentId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin().tree.branch({ personId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin().tree.resume({ personId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(member(mara).tree.children({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(member(mara).tree.pause({ personId: juno })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
