import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import {
  auditOf,
  createTestChat,
  DAY,
  insertMessage,
  insertPerson,
  insertRoom,
  rolesIn,
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

describe('joining', () => {
  test('CH-04 a public room can be joined immediately, as a member with nothing unread', async () => {
    const room = await insertRoom(db, { admins: [ada] })
    await insertMessage(db, room, ada)
    expect(await chat.as(eve).rooms.join({ roomId: room })).toEqual({ outcome: 'joined' })
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin', [eve.id]: 'member' })
    expect((await chat.as(eve).rooms.unread({})).unread).toBe(0)
    await insertMessage(db, room, ada)
    expect((await chat.as(eve).rooms.unread({})).unread).toBe(1)
    expect(await eventsOf(room)).toEqual([`member ${eve.id}`])
  })

  test('joining twice is a no-op and does not advance the clock', async () => {
    const room = await insertRoom(db, { members: [eve] })
    const before = await clock()
    expect(await chat.as(eve).rooms.join({ roomId: room })).toEqual({ outcome: 'joined' })
    await expect(chat.as(eve).rooms.join({ roomId: 'nothing' })).rejects.toMatchObject(notFound)
    expect(await clock()).toBe(before)
    expect(chat.announced).toEqual([])
  })

  test('an invitation allows joining once', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada] })
    await expect(chat.as(eve).rooms.join({ roomId: room })).rejects.toMatchObject(notFound)
    await chat.as(ada).members.invite({ roomId: room, personId: eve.id })
    expect(await chat.as(eve).rooms.join({ roomId: room })).toEqual({ outcome: 'joined' })
    await chat.as(eve).rooms.leave({ roomId: room })
    await expect(chat.as(eve).rooms.join({ roomId: room })).rejects.toMatchObject(notFound)
  })

  test('a request can be withdrawn and sent again; a declined one cannot be withdrawn', async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada] })
    const { join, get, withdrawRequest } = chat.as(eve).rooms
    await join({ roomId: room })
    await withdrawRequest({ roomId: room })
    await withdrawRequest({ roomId: room })
    expect((await get({ roomId: room })).request).toBeNull()
    expect((await chat.as(ada).rooms.get({ roomId: room })).waiting).toBe(0)
    const open = db.selectFrom('notifications').where('subject_id', '=', room).where('settled_at', 'is', null)
    expect(await open.select('id').execute()).toEqual([])
    expect(chat.published).toHaveLength(2)

    expect(await join({ roomId: room })).toEqual({ outcome: 'asked' })
    const { waiting } = await chat.as(ada).members.listWaiting({ roomId: room })
    const answer = { roomId: room, requestId: waiting[0]?.requestId ?? '', isApproved: false }
    await chat.as(ada).members.answerRequest(answer)
    await withdrawRequest({ roomId: room })
    expect((await get({ roomId: room })).request?.state).toBe('declined')
  })

  test('a request is sent once, notifies the admins, and can be repeated a week after a refusal', async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada], members: [ben] })
    const ask = () => chat.as(eve).rooms.join({ roomId: room })
    expect(await ask()).toEqual({ outcome: 'asked' })
    expect(chat.published).toEqual([{ userIds: [eve.id, ada.id], topics: ['chat', 'notifications'] }])
    expect(await ask()).toEqual({ outcome: 'asked' })
    expect(chat.published).toHaveLength(1)
    const { waiting } = await chat.as(ada).members.listWaiting({ roomId: room })
    expect(waiting).toMatchObject([{ person: { id: eve.id, name: 'Eve Else' } }])
    await chat
      .as(ada)
      .members.answerRequest({ roomId: room, requestId: waiting[0]?.requestId ?? '', isApproved: false })
    chat.clock.now = new Date(chat.clock.now.getTime() + 7 * DAY - 1)
    await expect(ask()).rejects.toMatchObject({
      code: 'DECLINED',
      message: 'Your request was declined. You can send another request from Sat 28 Nov 2026.',
      data: { requestAgainAt: '2026-11-28T10:00:00.000Z' },
    })
    expect((await chat.as(eve).rooms.get({ roomId: room })).request).toEqual({
      state: 'declined',
      requestAgainAt: '2026-11-28T10:00:00.000Z',
    })
    chat.clock.now = new Date(chat.clock.now.getTime() + 1)
    expect((await chat.as(eve).rooms.get({ roomId: room })).request).toBeNull()
    expect(await ask()).toEqual({ outcome: 'asked' })
    expect(await rolesIn(db, room)).not.toHaveProperty(eve.id)
  })
})

describe('leaving', () => {
  test('only members can leave; for others, leaving is a no-op', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    await chat.as(ben).rooms.leave({ roomId: room })
    await chat.as(ben).rooms.leave({ roomId: room })
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin' })
    expect(await eventsOf(room)).toEqual([`member ${ben.id}`])
    await expect(chat.as(ben).rooms.leave({ roomId: 'nothing' })).rejects.toMatchObject(notFound)
  })

  test('the only admin is warned before leaving while others are in the room', async () => {
    const room = await insertRoom(db, { admins: [ada], members: [ben] })
    const isOnly = async (person: Caller) => (await chat.as(person).rooms.get({ roomId: room })).isOnlyAdmin
    expect([await isOnly(ada), await isOnly(ben)]).toEqual([true, false])
    await chat.as(ada).members.setRole({ roomId: room, personId: ben.id, role: 'admin' })
    expect(await isOnly(ada)).toBe(false)
    await chat.as(ben).rooms.leave({ roomId: room })
    expect(await isOnly(ada)).toBe(false)
  })

  test("the last admin can't leave while others are there, and closes the room when alone", async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada], members: [ben] })
    await chat.as(eve).rooms.join({ roomId: room })
    await expect(chat.as(ada).rooms.leave({ roomId: room })).rejects.toMatchObject({
      code: 'LAST_ADMIN',
      status: 409,
    })
    await chat.as(ben).rooms.leave({ roomId: room })
    await chat.as(ada).rooms.leave({ roomId: room })
    expect(await rolesIn(db, room)).toEqual({})
    expect(await eventsOf(room)).toEqual([`member ${ben.id}`, `member ${ada.id}`, 'room'])
    expect(await auditOf(db, room)).toMatchObject([{ actor_id: ada.id, action: 'chat.archive_room' }])
    for (const person of [ada, eve])
      await expect(chat.as(person).rooms.get({ roomId: room })).rejects.toMatchObject(notFound)
  })

  test('an archived room can be left and stays archived', async () => {
    const room = await insertRoom(db, { isActive: false, admins: [ada] })
    await chat.as(ada).rooms.leave({ roomId: room })
    expect(await eventsOf(room)).toEqual([`member ${ada.id}`])
  })
})
