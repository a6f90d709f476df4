import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { auditOf, createTestChat, insertPerson, insertRoom, rolesIn, type TestChat } from '../testing'

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

const denied = { code: 'NOT_ALLOWED', status: 403 }
const notFound = { code: 'NOT_FOUND' }
const about = (roomId: string, { id: personId }: Caller) => ({ roomId, personId })

describe('listing members', () => {
  test('lists admins first, then by name, page by page, each member once', async () => {
    const many = await Promise.all(['zoe', 'Cleo', 'Älva', 'cleo'].map((name) => insertPerson(db, { name })))
    const room = await insertRoom(db, { admins: [eve, ada], members: [ben, ...many] })
    const { members: all, nextCursor: none } = await chat.as(ben).members.list({ roomId: room })
    expect(all.map(({ person, role }) => [person.name, role])).toEqual([
      ['Ada Admin', 'admin'],
      ['Eve Else', 'admin'],
      ['Ben Member', 'member'],
      [expect.stringMatching(/^cleo$/i), 'member'],
      [expect.stringMatching(/^cleo$/i), 'member'],
      ['zoe', 'member'],
      ['Älva', 'member'],
    ])
    expect(none).toBeNull()
    for (const limit of [1, 2, 3]) {
      const paged: string[] = []
      let after: string | undefined
      do {
        const page = await chat.as(ben).members.list({ roomId: room, limit, ...(after ? { after } : {}) })
        paged.push(...page.members.map(({ person }) => person.id))
        after = page.nextCursor ?? undefined
      } while (after)
      expect(paged).toEqual(all.map(({ person }) => person.id))
    }
  })

  test('a page continues after a member who has left; an unknown cursor is refused', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    const { nextCursor } = await chat.as(ada).members.list({ roomId: room, limit: 2 })
    await chat.as(ben).rooms.leave({ roomId: room })
    const names = async (after: string) =>
      (await chat.as(ada).members.list({ roomId: room, after })).members.map(({ person }) => person.name)
    expect(await names(nextCursor ?? '')).toEqual(['Eve Else'])
    await expect(names("admin_' or true")).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('finds members by name', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    const { members } = await chat.as(eve).members.list({ roomId: room, search: ' BEN mem' })
    expect(members.map(({ person }) => person.id)).toEqual([ben.id])
    expect((await chat.as(eve).members.list({ roomId: room, search: '%' })).members).toEqual([])
  })

  test('only people who may moderate see who is muted and until when', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    await sql`insert into chat_mutes (user_id, room_id, until, reason, lifted_at) values
      (${ben.id}, ${room}, '2026-11-21T11:00:00Z', 'Spam', null), (${ben.id}, null, '2026-11-21T12:00:00Z', 'Spam', null),
      (${eve.id}, ${room}, '2026-11-21T11:00:00Z', 'Spam', now()), (${ada.id}, ${room}, '2026-11-21T10:00:00Z', 'Spam', null)`.execute(
      db,
    )
    const mutes = async (person: Caller) =>
      (await chat.as(person).members.list({ roomId: room })).members.map(({ mutedUntil }) => mutedUntil)
    expect(await mutes(ada)).toEqual([null, '2026-11-21T12:00:00.000Z', null])
    expect(await mutes(await insertPerson(db, { roles: ['moderator'] }))).toContain(
      '2026-11-21T12:00:00.000Z',
    )
    expect(await mutes(eve)).toEqual([null, null, null])
  })

  test('only people who may read the room see its members', async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada] })
    await expect(chat.as(eve).members.list({ roomId: room })).rejects.toMatchObject(notFound)
    await expect(chat.as(eve).members.list({ roomId: 'nothing' })).rejects.toMatchObject(notFound)
    const open = await insertRoom(db, { admins: [ada] })
    await expect(chat.as(eve).members.list({ roomId: open })).resolves.toMatchObject({ members: [{}] })
  })
})

describe('roles', () => {
  test('appointing the same member as admin twice is announced and audited once', async () => {
    const room = await insertRoom(db, { name: 'Deep end', admins: [ada], members: [ben] })
    await chat.as(ada).members.setRole({ ...about(room, ben), role: 'admin' })
    await chat.as(ada).members.setRole({ ...about(room, ben), role: 'admin' })
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin', [ben.id]: 'admin' })
    expect(chat.announced).toMatchObject([{ kind: 'member', userId: ben.id }])
    expect(chat.published).toEqual([{ userIds: [ben.id], topics: ['chat', 'notifications'] }])
    expect(await auditOf(db, ben.id)).toEqual([
      {
        actor_id: ada.id,
        action: 'chat.set_role',
        details: { roomId: room, room: 'Deep end', role: 'admin' },
      },
    ])
  })

  test("the last admin can't step down", async () => {
    const room = await insertRoom(db, { admins: [ada, ben] })
    await chat.as(ada).members.setRole({ ...about(room, ada), role: 'member' })
    await expect(chat.as(ben).members.setRole({ ...about(room, ben), role: 'member' })).rejects.toMatchObject(
      {
        code: 'LAST_ADMIN',
      },
    )
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'member', [ben.id]: 'admin' })
  })

  test('only admins set roles, and only members have one', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    for (const person of [ben, eve])
      await expect(
        chat.as(person).members.setRole({ ...about(room, ben), role: 'admin' }),
      ).rejects.toMatchObject(denied)
    for (const personId of [eve.id, 'nobody'])
      await expect(
        chat.as(ada).members.setRole({ roomId: room, personId, role: 'admin' }),
      ).rejects.toMatchObject({ ...notFound, message: 'This person isn’t in this room.' })
  })
})

describe('removing a member', () => {
  test('a removed member may rejoin a public room but not a private one', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    await chat.as(ada).members.remove(about(room, ben))
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin' })
    expect(chat.announced).toMatchObject([{ kind: 'member', userId: ben.id }])
    expect(chat.published).toEqual([{ userIds: [ben.id], topics: ['chat', 'notifications'] }])
    expect(await auditOf(db, ben.id)).toMatchObject([{ actor_id: ada.id, action: 'chat.remove_member' }])
    await expect(chat.as(ben).rooms.join({ roomId: room })).resolves.toEqual({ outcome: 'joined' })
    const closed = await insertRoom(db, { type: 'private', admins: [ada], members: [ben] })
    await chat.as(ada).members.remove(about(closed, ben))
    await expect(chat.as(ben).rooms.join({ roomId: closed })).rejects.toMatchObject(notFound)
  })

  test('only room admins can remove a member, including another admin', async () => {
    const moderator = await insertPerson(db, { roles: ['moderator'] })
    const room = await insertRoom(db, { admins: [ada, eve], members: [ben] })
    for (const person of [ben, moderator])
      await expect(chat.as(person).members.remove(about(room, ada))).rejects.toMatchObject(denied)
    await chat.as(ada).members.remove(about(room, eve))
    await expect(chat.as(ada).members.remove(about(room, eve))).rejects.toMatchObject(notFound)
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin', [ben.id]: 'member' })
  })

  test('removing yourself from a room is the same as leaving it', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    await expect(chat.as(ada).members.remove(about(room, ada))).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    await chat.as(ben).members.remove(about(room, ben))
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin' })
    await expect(chat.as(ben).members.remove({ roomId: 'nothing', personId: ben.id })).rejects.toMatchObject(
      notFound,
    )
  })
})
