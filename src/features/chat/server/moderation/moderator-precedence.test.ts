import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
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

// A site moderator's action may be directed against a room admin, so room admins can't undo it; only moderators can.
let db: Database
let drop: () => Promise<void>
let chat: TestChat
let admin: Caller, marco: Caller, noor: Caller, other: Caller
let roomId: string
const reason = 'Advertising, third room today'
const refused = { code: 'NOT_ALLOWED' }

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  admin = await insertPerson(db)
  marco = await insertPerson(db)
  noor = await insertPerson(db, { roles: ['moderator'] })
  other = await insertPerson(db, { roles: ['admin'] })
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db)
  roomId = await insertRoom(db, { admins: [admin], members: [marco] })
})
const listed = async (person: Caller) =>
  (await chat.as(person).rooms.list({})).rooms.filter(({ id }) => id === roomId)

describe('a room that a moderator closed', () => {
  beforeEach(() => chat.as(noor).rooms.update({ roomId, isActive: false }))

  test('a room closed by a moderator stays closed for its admins, who can still rename it', async () => {
    await expect(chat.as(admin).rooms.update({ roomId, isActive: true })).rejects.toMatchObject(refused)
    await expect(chat.as(admin).rooms.update({ roomId, isActive: true, name: 'Deep' })).rejects.toMatchObject(
      refused,
    )
    await chat.as(admin).rooms.update({ roomId, name: 'Deep' })
    // If a room admin closes the room again, it still counts as closed by the moderator.
    await chat.as(admin).rooms.update({ roomId, isActive: false })
    await expect(chat.as(admin).rooms.update({ roomId, isActive: true })).rejects.toMatchObject(refused)
    expect(await chat.as(admin).rooms.get({ roomId })).toMatchObject({
      isActive: false,
      canManage: true,
      canRestore: false,
    })
  })

  test('any moderator finds and restores a room closed by a moderator; no one can join it', async () => {
    expect(await listed(other)).toMatchObject([{ isActive: false, role: null, unread: 0 }])
    expect(await listed(marco)).toEqual([])
    expect(await chat.as(other).rooms.get({ roomId })).toMatchObject({
      canRestore: true,
      writeRestriction: { kind: 'not_member' },
    })
    await expect(chat.as(other).rooms.join({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(chat.as(other).rooms.update({ roomId, isActive: true, name: 'X' })).rejects.toMatchObject(
      refused,
    )
    await chat.as(other).rooms.update({ roomId, isActive: true })
    expect(await listed(marco)).toMatchObject([{ isActive: true }])
    expect((await auditOf(db, roomId)).map(({ action }) => action)).toEqual([
      'chat.archive_room',
      'chat.restore_room',
    ])
    await chat.as(admin).rooms.update({ roomId, isActive: false })
    await chat.as(admin).rooms.update({ roomId, isActive: true })
    expect(await listed(other)).toMatchObject([{ isActive: true }])
  })

  test('people without a role in a closed room don’t find it, not even by search', async () => {
    const stranger = await insertPerson(db)
    await expect(chat.as(stranger).rooms.get({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listed(stranger)).toEqual([])
  })
})

test("moderators reopen a private room without being members, but can't read it", async () => {
  roomId = await insertRoom(db, { type: 'private', admins: [admin] })
  await insertMembership(db, roomId, noor)
  await insertMessage(db, roomId, admin)
  await chat.as(noor).rooms.update({ roomId, isActive: false })
  await chat.as(admin).members.remove({ roomId, personId: noor.id })
  await expect(chat.as(noor).messages.list({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(chat.as(noor).members.list({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await chat.as(noor).rooms.get({ roomId })).toMatchObject({
    people: [],
    canRead: false,
    canRestore: true,
  })
  await chat.as(noor).rooms.update({ roomId, isActive: true })
  await expect(chat.as(noor).rooms.get({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('a room that its own admin archived', () => {
  test.each([{ type: 'public' }, { genre: 'Techno' }, { joinBy: 'request' }] as const)(
    'a moderator who is not a member finds an archived room and closes it permanently: %o',
    async (kind) => {
      roomId = await insertRoom(db, { ...kind, name: 'Evening shift', admins: [admin], members: [marco] })
      await insertMessage(db, roomId, admin)
      await chat.as(admin).rooms.update({ roomId, isActive: false })
      const found = async (person: Caller) =>
        (await chat.as(person).rooms.list({ search: 'evening' })).rooms.filter(({ id }) => id === roomId)
      expect(await found(noor)).toMatchObject([{ isActive: false, role: null }])
      expect([await listed(noor), await found(marco)]).toEqual([[], []])
      const isPrivate = 'joinBy' in kind
      expect(await chat.as(noor).rooms.get({ roomId })).toMatchObject({
        canClose: true,
        canRestore: false,
        canRead: !isPrivate,
      })
      const read = chat.as(noor).messages.list({ roomId })
      await (isPrivate ? expect(read).rejects.toMatchObject({ code: 'NOT_FOUND' }) : read)
      await expect(chat.as(noor).rooms.join({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(chat.as(noor).rooms.update({ roomId, isActive: true })).rejects.toMatchObject(refused)
      await chat.as(noor).rooms.update({ roomId, isActive: false })
      await expect(chat.as(admin).rooms.update({ roomId, isActive: true })).rejects.toMatchObject(refused)
      expect(await chat.as(noor).rooms.get({ roomId })).toMatchObject({ canClose: false, canRestore: true })
    },
  )

  test("moderators don't find an invitation-only room, nor do other people", async () => {
    const hidden = await insertRoom(db, { type: 'private', isActive: false, admins: [admin] })
    await expect(chat.as(noor).rooms.get({ roomId: hidden })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await chat.as(admin).rooms.update({ roomId, isActive: false })
    const stranger = await insertPerson(db)
    await expect(chat.as(stranger).rooms.get({ roomId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test("a moderator can close a room on top of its admin's archiving", async () => {
  await insertMembership(db, roomId, noor)
  await chat.as(admin).rooms.update({ roomId, isActive: false })
  await chat.as(noor).rooms.update({ roomId, isActive: false })
  await expect(chat.as(admin).rooms.update({ roomId, isActive: true })).rejects.toMatchObject(refused)
  expect((await auditOf(db, roomId)).map(({ actor_id }) => actor_id)).toEqual([admin.id, noor.id])
})

test('a room admin never reopens a room that a moderator closes concurrently', async () => {
  for (let round = 0; round < 12; round += 1) {
    const room = await insertRoom(db, { admins: [admin] })
    await Promise.allSettled([
      chat.as(noor).rooms.update({ roomId: room, isActive: false }),
      ...Array.from({ length: 10 }, (_, index) =>
        chat.as(admin).rooms.update({ roomId: room, isActive: index % 2 === 0 }),
      ),
    ])
    const { rows } =
      await sql`select is_active, closed_by_moderator from chat_rooms where id = ${room}`.execute(db)
    expect(rows).toEqual([{ is_active: false, closed_by_moderator: true }])
  }
})

test("a room admin can't restore their own message after a moderator hid it", async () => {
  const { id: messageId } = await insertMessage(db, roomId, admin)
  await chat.as(marco).moderation.report({ about: { kind: 'message', messageId }, reason: 'spam' })
  const [open] = (await chat.as(noor).cases.list({ tab: 'open' })).cases
  await chat.as(noor).cases.decide({ caseId: open?.id ?? '', decision: 'hide', reason: reason })
  await expect(
    chat.as(admin).moderation.hideMessage({ messageId, isHidden: false, reason: reason }),
  ).rejects.toMatchObject(refused)
  await chat.as(other).moderation.hideMessage({ messageId, isHidden: false, reason: reason })
  // A room admin can undo their own hiding until a moderator hides the message too.
  await chat.as(admin).moderation.hideMessage({ messageId, isHidden: true, reason: reason })
  await chat.as(noor).moderation.hideMessage({ messageId, isHidden: true, reason: reason })
  await expect(
    chat.as(admin).moderation.hideMessage({ messageId, isHidden: false, reason: reason }),
  ).rejects.toMatchObject(refused)
})

test("a room admin can lift their own ban but not a moderator's", async () => {
  await chat.as(admin).moderation.ban({ roomId, personId: marco.id, reason: reason })
  await chat.as(admin).moderation.unban({ roomId, personId: marco.id, reason: reason })
  await insertMembership(db, roomId, marco)
  await chat.as(admin).moderation.ban({ roomId, personId: marco.id, reason: reason })
  await chat.as(noor).moderation.ban({ roomId, personId: marco.id, reason: 'Everywhere the same' })
  await expect(
    chat.as(admin).moderation.unban({ roomId, personId: marco.id, reason: reason }),
  ).rejects.toMatchObject(refused)
  expect(await chat.as(admin).moderation.listBans({ roomId })).toMatchObject({
    bans: [{ reason: 'Everywhere the same', canLift: false }],
  })
  expect((await chat.as(other).moderation.listBans({ roomId })).bans).toMatchObject([{ canLift: true }])
  await chat.as(other).moderation.unban({ roomId, personId: marco.id, reason: reason })
  await chat.as(marco).rooms.join({ roomId })
  expect(await rolesIn(db, roomId)).toMatchObject({ [marco.id]: 'member' })
})

test("a room admin can't lift or shorten a moderator's active mute", async () => {
  const place = { roomId, personId: marco.id, reason }
  const canUnmute = async (person: Caller) =>
    (await chat.as(person).members.list({ roomId })).members.find((one) => one.person.id === marco.id)
      ?.canUnmute
  await chat.as(noor).moderation.mute({ ...place, minutes: 10_080 })
  expect([await canUnmute(admin), await canUnmute(other), await canUnmute(marco)]).toEqual([
    null,
    'here',
    null,
  ])
  await expect(chat.as(admin).moderation.unmute(place)).rejects.toMatchObject(refused)
  await expect(chat.as(admin).moderation.mute({ ...place, minutes: 60 })).rejects.toMatchObject(refused)
  chat.clock.now = new Date(chat.clock.now.getTime() + 8 * 86_400_000)
  await chat.as(admin).moderation.mute({ ...place, minutes: 60 })
  expect([await canUnmute(admin), await canUnmute(other)]).toEqual(['here', 'here'])
  await chat.as(admin).moderation.unmute(place)
  await chat.as(noor).moderation.mute({ ...place, roomId: null, minutes: 60 })
  expect([await canUnmute(admin), await canUnmute(other)]).toEqual([null, 'everywhere'])
})
