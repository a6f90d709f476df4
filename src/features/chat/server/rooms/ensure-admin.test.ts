import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { leaveAllRooms } from '../public'
import {
  auditOf,
  createTestChat,
  insertMembership,
  insertMessage,
  insertPerson,
  insertRoom,
  rolesIn,
  type TestChat,
} from '../testing'

// A room with members always has an admin, however the last one left.
let db: Database
let drop: () => Promise<void>
let chat: TestChat
let ada: Caller, ben: Caller, eve: Caller, noor: Caller
const reason = 'Advertising, third room today'
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  noor = await insertPerson(db, { roles: ['moderator'] })
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db)
  ada = await insertPerson(db)
  ben = await insertPerson(db)
  eve = await insertPerson(db)
})

const isActive = async (roomId: string) =>
  (await sql<{ is_active: boolean }>`select is_active from chat_rooms where id = ${roomId}`.execute(db))
    .rows[0]?.is_active
const announcedOf = (roomId: string) =>
  chat.announced
    .filter((event) => event.roomId === roomId)
    .map((event) => ('userId' in event ? `${event.kind} ${event.userId}` : event.kind))

describe("banning a room's only admin", () => {
  test('banning the only admin promotes the longest-standing member and announces it', async () => {
    const roomId = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    await sql`update chat_room_members set created_at = now() - interval '1 day'
      where room_id = ${roomId} and user_id = ${eve.id}`.execute(db)
    await chat.as(noor).moderation.ban({ roomId, personId: ada.id, reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [eve.id]: 'admin', [ben.id]: 'member' })
    expect(announcedOf(roomId)).toEqual([`member ${ada.id}`, `member ${eve.id}`])
    expect(chat.published.at(-1)?.userIds).toContain(eve.id)
    expect(await auditOf(db, eve.id)).toEqual([
      {
        actor_id: noor.id,
        action: 'chat.set_role',
        details: { roomId, room: 'Load-in', role: 'admin', reason: 'The last admin was banned' },
      },
    ])
  })

  test('suspended members are not promoted, unless no one else is left', async () => {
    await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${ben.id}`.execute(db)
    const roomId = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    await sql`update chat_room_members set created_at = now() - interval '1 day'
      where room_id = ${roomId} and user_id = ${ben.id}`.execute(db)
    await chat.as(noor).moderation.ban({ roomId, personId: ada.id, reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [eve.id]: 'admin', [ben.id]: 'member' })
    await chat.as(noor).moderation.ban({ roomId, personId: eve.id, reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'admin' })
  })

  test('banning the only admin by a case decision promotes a member too', async () => {
    const roomId = await insertRoom(db, { admins: [ada], members: [ben] })
    const { id: messageId } = await insertMessage(db, roomId, ada)
    await chat.as(ben).moderation.report({ about: { kind: 'message', messageId }, reason: 'spam' })
    const [open] = (await chat.as(noor).cases.list({ tab: 'open' })).cases
    await chat.as(noor).cases.decide({ caseId: open?.id ?? '', decision: 'ban', reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'admin' })
    expect(announcedOf(roomId)).toEqual(['changed', `member ${ada.id}`, `member ${ben.id}`])
    expect(chat.published.flatMap(({ userIds }) => userIds)).toContain(ben.id)
  })

  test('promotes no one if another admin stays or a member is banned', async () => {
    const roomId = await insertRoom(db, { admins: [ada, ben], members: [eve] })
    await chat.as(noor).moderation.ban({ roomId, personId: ada.id, reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'admin', [eve.id]: 'member' })
    await chat.as(ben).moderation.ban({ roomId, personId: eve.id, reason: reason })
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'admin' })
  })

  test('banning the last member archives the room, even with pending requests', async () => {
    const roomId = await insertRoom(db, { admins: [ada] })
    await sql`insert into chat_room_invitations (room_id, user_id) values (${roomId}, ${ben.id})`.execute(db)
    await chat.as(noor).moderation.ban({ roomId, personId: ada.id, reason: reason })
    expect(await isActive(roomId)).toBe(false)
    expect(announcedOf(roomId)).toEqual([`member ${ada.id}`, 'room'])
    expect(await auditOf(db, roomId)).toMatchObject([{ action: 'chat.archive_room', actor_id: noor.id }])
    const { rows } = await sql`select from chat_room_invitations where room_id = ${roomId}`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('deleting an account', () => {
  const remove = async (person: Caller) => {
    const tell = await db.transaction().execute(async (trx) => {
      const after = await leaveAllRooms(trx, person.id)
      await trx.deleteFrom('accounts').where('id', '=', person.id).execute()
      return after
    })
    tell(chat.contextOf(null))
  }

  test('deleting an account hands over or archives each of its rooms, and notifies the others', async () => {
    const led = await insertRoom(db, { admins: [ada], members: [ben, eve] })
    const shared = await insertRoom(db, { type: 'private', admins: [ben], members: [ada] })
    const alone = await insertRoom(db, { admins: [ada] })
    await remove(ada)
    expect(await rolesIn(db, led)).toEqual({ [ben.id]: 'admin', [eve.id]: 'member' })
    expect(await rolesIn(db, shared)).toEqual({ [ben.id]: 'admin' })
    expect([await isActive(led), await isActive(shared), await isActive(alone)]).toEqual([true, true, false])
    expect(announcedOf(led)).toEqual(['room', `member ${ben.id}`])
    expect(announcedOf(shared)).toEqual(['room'])
    expect(chat.published).toEqual([{ userIds: [ben.id], topics: ['chat'] }])
    expect(await auditOf(db, ben.id)).toMatchObject([
      {
        actor_id: null,
        action: 'chat.set_role',
        details: { reason: 'The last admin’s account was deleted' },
      },
    ])
    const { rows } = await sql<{ kind: string }>`
      select kind from chat_events where room_id = ${led} order by seq`.execute(db)
    expect(rows.map(({ kind }) => kind)).toEqual(['room', 'member'])
  })

  test('deleting an account without rooms announces nothing', async () => {
    const before = await sql`select seq from chat_clock`.execute(db)
    await remove(ada)
    expect((await sql`select seq from chat_clock`.execute(db)).rows).toEqual(before.rows)
    expect([chat.announced, chat.published]).toEqual([[], []])
  })

  test('the other person keeps the direct conversation with a deleted account', async () => {
    const { roomId } = await openDirect()
    await remove(ada)
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'member' })
    expect(await isActive(roomId)).toBe(true)
  })

  async function openDirect() {
    const roomId = await insertRoom(db, { type: 'private', members: [ada, ben] })
    await sql`update chat_rooms set direct_key = ${[ada.id, ben.id].toSorted().join(':')} where id = ${roomId}`.execute(
      db,
    )
    return { roomId }
  }
})

describe('roles set by a moderator', () => {
  test('a moderator appoints an admin for a room without one, if they can read the room', async () => {
    const roomId = await insertRoom(db, { members: [ben] })
    await chat.as(noor).members.setRole({ roomId, personId: ben.id, role: 'admin' })
    expect(await rolesIn(db, roomId)).toEqual({ [ben.id]: 'admin' })
    await expect(
      chat.as(noor).members.setRole({ roomId, personId: ben.id, role: 'member' }),
    ).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    const quiet = await insertRoom(db, { joinBy: 'request', members: [ben] })
    const inQuiet = { roomId: quiet, personId: ben.id, role: 'admin' } as const
    await expect(chat.as(noor).members.setRole(inQuiet)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await insertMembership(db, quiet, noor)
    await chat.as(noor).members.setRole(inQuiet)
  })
})
