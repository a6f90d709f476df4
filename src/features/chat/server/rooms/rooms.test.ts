import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import {
  auditOf,
  createTestChat,
  insertBan,
  insertMembership,
  insertPerson,
  insertRoom,
  type TestChat,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let ada: Caller
let ben: Caller
let eve: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db)
  ada = await insertPerson(db, { name: 'Ada Admin' })
  ben = await insertPerson(db, { name: 'Ben Member' })
  eve = await insertPerson(db, { name: 'Eve Else' })
})

const clock = async () => (await sql<{ seq: number }>`select seq from chat_clock`.execute(db)).rows[0]?.seq
const eventsOf = async (roomId: string) =>
  (
    await sql<{ kind: string; user_id: string | null }>`
      select kind, user_id from chat_events where room_id = ${roomId} order by seq`.execute(db)
  ).rows.map(({ kind, user_id }) => (user_id === null ? kind : `${kind} ${user_id}`))
const notFound = { code: 'NOT_FOUND', message: 'Room not found' }

describe('creating a room', () => {
  const typed = { name: ' Deep  end ', description: ' ', roomType: 'genre', genre: 'Deep House' } as const

  test('CH-02 makes the creator admin of the new room and stores empty texts as null', async () => {
    const { id } = await chat.as(ada).rooms.create(typed)
    expect(await chat.as(ada).rooms.get({ roomId: id })).toMatchObject({
      name: 'Deep end',
      description: null,
      roomType: 'genre',
      genre: 'Deep House',
      joinBy: null,
      role: 'admin',
      canManage: true,
      memberCount: 1,
      people: [{ id: ada.id, name: 'Ada Admin' }],
      writeRestriction: null,
      isDirect: false,
    })
    expect(await eventsOf(id)).toEqual(['room', `member ${ada.id}`])
    expect(chat.announced).toMatchObject([
      { kind: 'room', roomId: id },
      { kind: 'member', roomId: id, userId: ada.id },
    ])
    expect(chat.announced.map(({ seq }) => seq)).toEqual([((await clock()) ?? 0) - 1, await clock()])
    expect(chat.published).toEqual([{ userIds: [ada.id], topics: ['chat', 'notifications'] }])
  })

  test('CH-02 refuses a genre room without a genre', async () => {
    const room = { name: 'Deep end', description: null, roomType: 'genre', genre: ' ' } as const
    await expect(chat.as(ben).rooms.create(room)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(chat.as(ben).rooms.create({ ...room, genre: null })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('CH-02 stores a genre for genre rooms only and `joinBy` for private rooms only', async () => {
    const open = await chat.as(ada).rooms.create({ ...typed, roomType: 'public', joinBy: 'request' })
    expect(await chat.as(ben).rooms.get({ roomId: open.id })).toMatchObject({ genre: null, joinBy: null })
    const closed = await chat.as(ada).rooms.create({ ...typed, roomType: 'private', joinBy: 'request' })
    expect(await chat.as(ben).rooms.get({ roomId: closed.id })).toMatchObject({
      genre: null,
      joinBy: 'request',
    })
  })

  test('CH-02 limits the name to 1 to 50, the description to 200 and the genre to 30 characters', async () => {
    for (const wrong of [
      { name: ' \u200B ' },
      { name: 'x'.repeat(51) },
      { description: 'x'.repeat(201) },
      { genre: 'x'.repeat(31) },
    ])
      await expect(chat.as(ada).rooms.create({ ...typed, ...wrong })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
  })

  test('allows each person to create ten rooms an hour', async () => {
    const limited = createTestChat(db, createLimits())
    for (let n = 0; n < 10; n += 1) await limited.as(ada).rooms.create(typed)
    await expect(limited.as(ada).rooms.create(typed)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(limited.as(ben).rooms.create(typed)).resolves.toBeDefined()
  })
})

describe("a room's details", () => {
  test('CH-03 shows a public room before joining', async () => {
    const room = await insertRoom(db, { genre: 'Techno', admins: [ada], members: [ben] })
    expect(await chat.as(eve).rooms.get({ roomId: room })).toMatchObject({
      role: null,
      memberCount: 2,
      people: [{ id: ada.id }, { id: ben.id }],
      canRead: true,
      canManage: false,
      canModerate: false,
      writeRestriction: { kind: 'not_member' },
      lastReadSeq: 0,
    })
  })

  test('CH-04 shows the number of members of a private room that takes requests, but not their names', async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada], members: [ben] })
    const before = await chat.as(eve).rooms.get({ roomId: room })
    expect(before).toMatchObject({
      canRead: false,
      memberCount: 2,
      people: [],
      request: null,
      isInvited: false,
    })
    await chat.as(eve).rooms.join({ roomId: room })
    expect(await chat.as(eve).rooms.get({ roomId: room })).toMatchObject({
      request: { state: 'asked', requestAgainAt: null },
      waiting: 0,
    })
    expect((await chat.as(ada).rooms.get({ roomId: room })).waiting).toBe(1)
    expect((await chat.as(ben).rooms.get({ roomId: room })).waiting).toBe(0)
  })

  test('does not find invitation-only or archived rooms, rooms that the person is banned from, or invalid ids', async () => {
    const closed = await insertRoom(db, { type: 'private', admins: [ada] })
    const archived = await insertRoom(db, { isActive: false, admins: [ada] })
    const banned = await insertRoom(db, { admins: [ada] })
    await insertBan(db, banned, eve)
    const moderator = await insertPerson(db, { roles: ['moderator'] })
    for (const roomId of [closed, archived, banned, 'nothing', ada.id])
      await expect(chat.as(eve).rooms.get({ roomId })).rejects.toMatchObject(notFound)
    for (const roomId of [closed, await insertRoom(db, { type: 'private', isActive: false, admins: [ada] })])
      await expect(chat.as(moderator).rooms.get({ roomId })).rejects.toMatchObject(notFound)
  })

  test('CH-08 returns the longest active mute, in the room or everywhere', async () => {
    const room = await insertRoom(db, { members: [ben] })
    const elsewhere = await insertRoom(db)
    const mute = (roomId: string | null, until: string, lifted: string | null = null) =>
      sql`insert into chat_mutes (user_id, room_id, until, reason, lifted_at)
        values (${ben.id}, ${roomId}, ${until}, 'Spam', ${lifted})`.execute(db)
    const getWriteRestriction = async () => (await chat.as(ben).rooms.get({ roomId: room })).writeRestriction
    await mute(elsewhere, '2026-11-22T10:00:00Z')
    await mute(room, '2026-11-21T09:59:59Z', '2026-11-21T09:00:00Z')
    await mute(room, '2026-11-23T10:00:00Z', '2026-11-21T09:00:00Z')
    expect(await getWriteRestriction()).toBeNull()
    await mute(room, '2026-11-21T11:00:00Z')
    const here = { kind: 'muted', until: '2026-11-21T11:00:00.000Z', isEverywhere: false, reason: 'Spam' }
    expect(await getWriteRestriction()).toEqual(here)
    await mute(null, '2026-11-21T12:00:00Z')
    expect(await getWriteRestriction()).toEqual({
      ...here,
      until: '2026-11-21T12:00:00.000Z',
      isEverywhere: true,
    })
    chat.clock.now = new Date('2026-11-21T12:00:00Z')
    expect(await getWriteRestriction()).toBeNull()
  })

  test('moderators may moderate rooms that they can read; room admins their own room', async () => {
    const moderator = await insertPerson(db, { roles: ['moderator'] })
    const open = await insertRoom(db, { admins: [ada] })
    const closed = await insertRoom(db, { joinBy: 'request', admins: [ada] })
    const of = async (person: Caller, roomId: string) => {
      const { canManage, canModerate, canRead } = await chat.as(person).rooms.get({ roomId })
      return { canManage, canModerate, canRead }
    }
    expect(await of(moderator, open)).toEqual({ canManage: false, canModerate: true, canRead: true })
    expect(await of(moderator, closed)).toEqual({ canManage: false, canModerate: false, canRead: false })
    expect(await of(ada, closed)).toEqual({ canManage: true, canModerate: true, canRead: true })
  })
})

describe('changing a room', () => {
  test('room admins change every setting, and each change is audited once', async () => {
    const room = await insertRoom(db, { name: 'Deep end', joinBy: 'request', admins: [ada], members: [ben] })
    const changes = {
      name: 'Deeper end',
      description: ' Long blends ',
      joinBy: 'invitation',
      slowModeSeconds: 30,
    } as const
    await chat.as(ada).rooms.update({ roomId: room, ...changes })
    await chat.as(ada).rooms.update({ roomId: room, ...changes })
    expect(await chat.as(ben).rooms.get({ roomId: room })).toMatchObject({
      ...changes,
      description: 'Long blends',
    })
    expect(await eventsOf(room)).toEqual(['room'])
    expect(await auditOf(db, room)).toEqual([
      {
        actor_id: ada.id,
        action: 'chat.change_room',
        details: {
          room: 'Deep end',
          nameBefore: 'Deep end',
          name: 'Deeper end',
          descriptionBefore: null,
          description: 'Long blends',
          joinByBefore: 'request',
          joinBy: 'invitation',
          slowModeSecondsBefore: 0,
          slowModeSeconds: 30,
        },
      },
    ])
    await chat.as(ada).rooms.update({ roomId: room, description: '' })
    expect((await chat.as(ben).rooms.get({ roomId: room })).description).toBeNull()
  })

  test('room admins archive and reopen a room; only members find an archived room', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    await chat.as(ada).rooms.update({ roomId: room, isActive: false })
    expect((await chat.as(ben).rooms.get({ roomId: room })).writeRestriction).toEqual({ kind: 'archived' })
    await expect(chat.as(eve).rooms.get({ roomId: room })).rejects.toMatchObject(notFound)
    await chat.as(ada).rooms.update({ roomId: room, isActive: true })
    await expect(chat.as(eve).rooms.get({ roomId: room })).resolves.toMatchObject({ isActive: true })
    expect((await auditOf(db, room)).map(({ action }) => action)).toEqual([
      'chat.archive_room',
      'chat.restore_room',
    ])
  })

  test("a moderator can only close a room; others can't change anything", async () => {
    const moderator = await insertPerson(db, { roles: ['user', 'moderator'] })
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    const notAllowed = { code: 'NOT_ALLOWED', status: 403 }
    for (const changes of [
      { name: 'Mine' },
      { isActive: false, slowModeSeconds: 5 as const },
      { description: null },
    ])
      await expect(chat.as(moderator).rooms.update({ roomId: room, ...changes })).rejects.toMatchObject(
        notAllowed,
      )
    for (const person of [ben, eve])
      await expect(chat.as(person).rooms.update({ roomId: room, isActive: false })).rejects.toMatchObject(
        notAllowed,
      )
    await chat.as(moderator).rooms.update({ roomId: room, isActive: false })
    expect((await chat.as(ada).rooms.get({ roomId: room })).isActive).toBe(false)
    const closed = await insertRoom(db, { type: 'private', admins: [ada] })
    await expect(chat.as(moderator).rooms.update({ roomId: closed, isActive: false })).rejects.toMatchObject(
      notFound,
    )
  })

  test('a public room gets no join setting; slow mode accepts only its fixed steps', async () => {
    const room = await insertRoom(db, { admins: [ada] })
    await chat.as(ada).rooms.update({ roomId: room, joinBy: 'request' })
    expect((await chat.as(ada).rooms.get({ roomId: room })).joinBy).toBeNull()
    const odd = { roomId: room, slowModeSeconds: 7 }
    await expect(
      chat
        .as(ada)
        .rooms.update(odd as unknown as Parameters<ReturnType<TestChat['as']>['rooms']['update']>[0]),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

test('members of an archived room can read it, but no one else can join', async () => {
  const room = await insertRoom(db, { isActive: false, admins: [ada] })
  await insertMembership(db, room, ben)
  expect(await chat.as(ben).rooms.get({ roomId: room })).toMatchObject({ canRead: true, isActive: false })
  await expect(chat.as(eve).rooms.join({ roomId: room })).rejects.toMatchObject(notFound)
})
