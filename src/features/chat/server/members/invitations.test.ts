import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import {
  auditOf,
  connectPeople,
  createTestChat,
  insertBan,
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

const denied = { code: 'NOT_ALLOWED', status: 403 }
const notFound = { code: 'NOT_FOUND' }
const about = (roomId: string, { id: personId }: Caller) => ({ roomId, personId })

describe('inviting', () => {
  test('any member of a private room can invite; the invited person finds the room and is notified', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada], members: [ben] })
    await chat.as(ben).members.invite(about(room, eve))
    await chat.as(ada).members.invite(about(room, eve))
    expect(chat.published).toEqual([{ userIds: [eve.id], topics: ['chat', 'notifications'] }])
    expect(chat.announced).toEqual([])
    expect(await chat.as(eve).rooms.get({ roomId: room })).toMatchObject({
      isInvited: true,
      canRead: false,
      role: null,
    })
    await chat.as(ada).members.invite(about(room, ben))
    expect(await rolesIn(db, room)).toEqual({ [ada.id]: 'admin', [ben.id]: 'member' })
  })

  test('inviting a person who requested to join adds them immediately', async () => {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada], members: [ben] })
    await chat.as(eve).rooms.join({ roomId: room })
    await chat.as(ben).members.invite(about(room, eve))
    expect(await rolesIn(db, room)).toHaveProperty(eve.id, 'member')
    expect((await chat.as(ada).members.listWaiting({ roomId: room })).waiting).toEqual([])
    expect(chat.published.at(-1)).toEqual({ userIds: [eve.id, ada.id], topics: ['chat', 'notifications'] })
  })

  test('refuses public rooms, inviters who are not members, and unknown or banned people', async () => {
    const open = await insertRoom(db, { admins: [ada] })
    await expect(chat.as(ada).members.invite(about(open, eve))).rejects.toMatchObject(denied)
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada] })
    await expect(chat.as(ben).members.invite(about(room, eve))).rejects.toMatchObject(denied)
    const hidden = await insertPerson(db, { isPublic: false })
    const customer = await insertPerson(db, { roles: ['customer'] })
    const noOne = { ...notFound, message: 'Member not found' }
    for (const personId of [hidden.id, customer.id, ada.id, 'nobody'])
      await expect(chat.as(ada).members.invite({ roomId: room, personId })).rejects.toMatchObject(noOne)
    await connectPeople(db, ada, hidden)
    await expect(chat.as(ada).members.invite(about(room, hidden))).resolves.toEqual({})
    await sql`insert into blocks (blocker_id, blocked_id) values (${eve.id}, ${ada.id})`.execute(db)
    await expect(chat.as(ada).members.invite(about(room, eve))).rejects.toMatchObject(noOne)
    await insertBan(db, room, ben)
    await expect(chat.as(ada).members.invite(about(room, ben))).rejects.toMatchObject({ code: 'BANNED' })
  })

  test('suggests connections by name, and other people once their name is searched for', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada] })
    const people = async (search?: string) =>
      (await chat.as(ada).members.listInvitable({ roomId: room, ...(search ? { search } : {}) })).people.map(
        ({ name }) => name,
      )
    const zed = await insertPerson(db, { name: 'Zed Quillfeather' })
    const amy = await insertPerson(db, { name: 'Amy Quillfeather' })
    const kim = await insertPerson(db, { name: 'kim Quillfeather', isPublic: false })
    const gone = await insertPerson(db, { name: 'Gus Quillfeather' })
    for (const friend of [zed, kim, gone]) await connectPeople(db, ada, friend)
    await sql`insert into blocks (blocker_id, blocked_id) values (${gone.id}, ${ada.id})`.execute(db)
    expect(await people()).toEqual(['kim Quillfeather', 'Zed Quillfeather'])
    expect(await people('QUILL')).toEqual(['kim Quillfeather', 'Zed Quillfeather', 'Amy Quillfeather'])
    expect(await people('%')).toEqual([])
    // The directory requires the first two letters of a word; otherwise it would read every profile.
    expect(await people('am')).toEqual(['Amy Quillfeather'])
    expect(await people('q')).toEqual(['kim Quillfeather', 'Zed Quillfeather'])
    expect(await people('ui')).toEqual([])
    await chat.as(ada).members.invite(about(room, amy))
    await insertBan(db, room, zed)
    expect(await people('quill')).toEqual(['kim Quillfeather'])
    await expect(chat.as(eve).members.listInvitable({ roomId: room })).rejects.toMatchObject(notFound)
    await expect(chat.as(amy).members.listInvitable({ roomId: room })).rejects.toMatchObject(denied)
  })

  test('two letters match the beginning of a name, not of a city', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada] })
    const names = ['Bo Achterberg', 'Xu Wei', '王芳', 'Ilse Bovey', 'Kit Turbo']
    for (const name of names) {
      const { id } = await insertPerson(db, { name })
      await sql`update profiles set location = 'Urbino, IT' where id = ${id}`.execute(db)
    }
    const find = async (search: string) =>
      (await chat.as(ada).members.listInvitable({ roomId: room, search })).people.map(({ name }) => name)
    expect(await find('bo')).toEqual(['Bo Achterberg', 'Ilse Bovey'])
    expect(await find('xu')).toEqual(['Xu Wei'])
    expect(await find('王芳')).toEqual(['王芳'])
    expect(await find('ac')).toEqual(['Bo Achterberg'])
    for (const search of ['ur', 'it', 'urbino']) expect(await find(search), search).toEqual([])
    expect(await find('urbo')).toEqual(['Kit Turbo'])
  })

  test('finds the newest of thousands of people', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada] })
    await sql`
      with added as (
        insert into accounts (email, created_at)
        select 'filler-' || n || '@example.com', now() - interval '1 year' from generate_series(1, 2000) n returning id
      )
      insert into profiles (id, full_name, created_at) select id, 'Filler', now() - interval '1 year' from added`.execute(
      db,
    )
    await sql`
      insert into user_roles (user_id, role)
      select id, 'user' from profiles where full_name = 'Filler' order by id limit 100`.execute(db)
    await insertPerson(db, { name: 'Ng Quy' })
    const find = async (search: string) =>
      (await chat.as(ada).members.listInvitable({ roomId: room, search })).people.map(({ name }) => name)
    for (const search of ['ng', 'quy', 'qu ng', 'NG']) expect(await find(search), search).toEqual(['Ng Quy'])
    expect(await find('fi')).toEqual(Array.from({ length: 20 }, () => 'Filler'))
    expect(await find('--')).toEqual([])
  })

  test('an invitation can be declined once, which hides the room again', async () => {
    const room = await insertRoom(db, { type: 'private', admins: [ada] })
    await chat.as(ada).members.invite(about(room, eve))
    await chat.as(eve).members.declineInvitation({ roomId: room })
    await expect(chat.as(eve).members.declineInvitation({ roomId: room })).rejects.toMatchObject(notFound)
    await expect(chat.as(eve).members.declineInvitation({ roomId: 'nothing' })).rejects.toMatchObject(
      notFound,
    )
    await expect(chat.as(eve).rooms.get({ roomId: room })).rejects.toMatchObject(notFound)
    expect(chat.published).toEqual([
      { userIds: [eve.id], topics: ['chat', 'notifications'] },
      { userIds: [eve.id], topics: ['chat', 'notifications'] },
    ])
  })
})

test('the same person can be invited to the same room three times a day, whatever they answer', async () => {
  const limited = createTestChat(db, createLimits())
  const room = await insertRoom(db, { type: 'private', admins: [ada, ben] })
  for (let n = 0; n < 3; n += 1) {
    await limited.as(ada).members.invite(about(room, eve))
    await limited.as(eve).members.declineInvitation({ roomId: room })
  }
  await expect(limited.as(ada).members.invite(about(room, eve))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await expect(limited.as(ben).members.invite(about(room, eve))).resolves.toEqual({})
})

test('a former admin, or an admin of a closed room, has no pending notification', async () => {
  const waiting = async ({ id }: Caller) =>
    (
      await sql<{ kind: string }>`
        select kind from notifications where user_id = ${id} and settled_at is null order by kind`.execute(db)
    ).rows.map(({ kind }) => kind)
  const dan = await insertPerson(db)
  const room = await insertRoom(db, { joinBy: 'request', admins: [ada, ben, dan] })
  await chat.as(eve).rooms.join({ roomId: room })
  for (const admin of [ada, ben, dan]) expect(await waiting(admin)).toEqual(['room_request'])
  await chat.as(ben).rooms.leave({ roomId: room })
  await chat.as(ada).members.setRole({ ...about(room, dan), role: 'member' })
  for (const former of [ben, dan]) expect(await waiting(former)).toEqual([])
  expect(await waiting(ada)).toEqual(['room_request'])
  await chat.as(ada).members.invite(about(room, ben))
  await chat.as(ada).members.remove(about(room, dan))
  expect(await waiting(ben)).toEqual(['room_invitation'])
  await chat.as(ada).rooms.leave({ roomId: room })
  for (const person of [ada, ben]) expect(await waiting(person)).toEqual([])
})

describe('answering requests to join', () => {
  async function asked() {
    const room = await insertRoom(db, { joinBy: 'request', admins: [ada], members: [ben] })
    await chat.as(eve).rooms.join({ roomId: room })
    const { waiting } = await chat.as(ada).members.listWaiting({ roomId: room })
    return { roomId: room, requestId: waiting[0]?.requestId ?? '' }
  }

  test('accepting a request adds a member, notifies them and the admins, and is audited', async () => {
    const request = await asked()
    await chat.as(ada).members.answerRequest({ ...request, isApproved: true })
    expect(await rolesIn(db, request.roomId)).toHaveProperty(eve.id, 'member')
    expect(chat.announced).toMatchObject([{ kind: 'member', userId: eve.id }])
    expect(chat.published.at(-1)).toEqual({ userIds: [eve.id, ada.id], topics: ['chat', 'notifications'] })
    expect(await auditOf(db, eve.id)).toMatchObject([{ actor_id: ada.id, action: 'chat.let_in' }])
    await expect(chat.as(ada).members.answerRequest({ ...request, isApproved: true })).rejects.toMatchObject({
      ...notFound,
      message: 'That request no longer exists.',
    })
  })

  test('declining a request removes it from the list, shows the person its new state, and is audited', async () => {
    const request = await asked()
    await chat.as(ada).members.answerRequest({ ...request, isApproved: false })
    expect(await rolesIn(db, request.roomId)).not.toHaveProperty(eve.id)
    expect((await chat.as(ada).members.listWaiting({ roomId: request.roomId })).waiting).toEqual([])
    expect((await chat.as(eve).rooms.get({ roomId: request.roomId })).request?.state).toBe('declined')
    expect(await auditOf(db, eve.id)).toMatchObject([{ actor_id: ada.id, action: 'chat.decline_request' }])
  })

  test('an archived room accepts no one, but requests can still be declined', async () => {
    const request = await asked()
    const moderator = await insertPerson(db, { roles: ['moderator'] })
    await chat.as(moderator).rooms.update({ roomId: request.roomId, isActive: false })
    const letIn = chat.as(ada).members.answerRequest({ ...request, isApproved: true })
    await expect(letIn).rejects.toMatchObject({ code: 'ARCHIVED' })
    expect(await rolesIn(db, request.roomId)).not.toHaveProperty(eve.id)
    await chat.as(ada).members.answerRequest({ ...request, isApproved: false })
  })

  test('only admins of the room can answer requests', async () => {
    const request = await asked()
    const moderator = await insertPerson(db, { roles: ['moderator'] })
    for (const person of [ben, eve, moderator]) {
      const calls = chat.as(person).members
      await expect(calls.listWaiting({ roomId: request.roomId })).rejects.toMatchObject(denied)
      await expect(calls.answerRequest({ ...request, isApproved: true })).rejects.toMatchObject(denied)
    }
    const other = await insertRoom(db, { joinBy: 'request', admins: [ben] })
    const answer = { roomId: other, requestId: request.requestId, isApproved: true }
    await expect(chat.as(ben).members.answerRequest(answer)).rejects.toMatchObject(notFound)
    await expect(
      chat.as(ada).members.answerRequest({ ...request, requestId: 'nothing', isApproved: true }),
    ).rejects.toMatchObject(notFound)
  })
})

describe('notifications', () => {
  const notificationsOf = async (person: Caller) =>
    (
      await sql<{ kind: string; isSettled: boolean; title: string }>`
        select kind, settled_at is not null as "isSettled", facts ->> 'title' as title
        from notifications where user_id = ${person.id} order by id`.execute(db)
    ).rows

  test('an invitation stays unread until it is answered', async () => {
    const room = await insertRoom(db, { name: 'Back room', type: 'private', admins: [ada] })
    await chat.as(ada).members.invite(about(room, eve))
    expect(await notificationsOf(eve)).toEqual([
      { kind: 'room_invitation', isSettled: false, title: 'Back room' },
    ])
    await chat.as(eve).members.declineInvitation({ roomId: room })
    expect(await notificationsOf(eve)).toMatchObject([{ isSettled: true }])
    await chat.as(ada).members.invite(about(room, eve))
    await chat.as(eve).rooms.join({ roomId: room })
    expect(await notificationsOf(eve)).toMatchObject([{ isSettled: true }, { isSettled: true }])
    expect(chat.published.at(-1)?.topics).toContain('notifications')
  })

  test('the admins’ notification of requests stays until none is pending, and an accepted person is notified', async () => {
    const room = await insertRoom(db, { name: 'Back room', joinBy: 'request', admins: [ada, ben] })
    const mia = await insertPerson(db, { name: 'Mia Asks' })
    await chat.as(eve).rooms.join({ roomId: room })
    await chat.as(mia).rooms.join({ roomId: room })
    const { waiting } = await chat.as(ada).members.listWaiting({ roomId: room })
    const answer = (person: Caller, isApproved: boolean) => {
      const requestId = waiting.find((one) => one.person.id === person.id)?.requestId ?? ''
      return chat.as(ada).members.answerRequest({ roomId: room, requestId, isApproved })
    }
    await answer(eve, true)
    expect(await notificationsOf(ben)).toMatchObject([
      { kind: 'room_request', isSettled: false },
      { kind: 'room_request', isSettled: false },
    ])
    await answer(mia, false)
    expect(await notificationsOf(ben)).toMatchObject([{ isSettled: true }, { isSettled: true }])
    expect(await notificationsOf(eve)).toEqual([
      { kind: 'room_request_accepted', isSettled: false, title: 'Back room' },
    ])
    expect(await notificationsOf(mia)).toEqual([])
  })
})
