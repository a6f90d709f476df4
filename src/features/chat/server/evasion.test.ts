import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import { CHANGING_ROOMS } from '../rules/chat-limits'
import { createTestChat, insertMembership, insertPerson, insertRoom, type TestChat } from './testing'

// Attempts to evade mutes, bans and slow mode.
let db: Database
let drop: () => Promise<void>
let chat: TestChat
let admin: Caller, marco: Caller, noor: Caller
const reason = 'Advertising, third room today'
const plain = { name: 'Cheap followers', description: null, roomType: 'public', genre: null } as const

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  chat = createTestChat(db)
  admin = await insertPerson(db)
  marco = await insertPerson(db)
  noor = await insertPerson(db, { roles: ['moderator'] })
})
afterAll(() => drop())

const send = (person: Caller, roomId: string) =>
  chat.as(person).messages.send({ roomId, clientId: newId(), content: 'Followers, cheap and fast' })

describe('slow mode', () => {
  test("slow mode can't be evaded by leaving and rejoining or by deleting messages", async () => {
    const roomId = await insertRoom(db, { admins: [admin] })
    await chat.as(admin).rooms.update({ roomId, slowModeSeconds: 3600 })
    await chat.as(marco).rooms.join({ roomId })
    const { id: messageId } = await send(marco, roomId)
    await chat.as(marco).messages.remove({ messageId })
    for (let time = 0; time < 3; time += 1) {
      await chat.as(marco).rooms.leave({ roomId })
      await chat.as(marco).rooms.join({ roomId })
      await expect(send(marco, roomId)).rejects.toMatchObject({ code: 'SLOW_MODE' })
    }
    await sql`update chat_room_members set last_sent_at = now() - interval '61 minutes' where room_id = ${roomId}`.execute(
      db,
    )
    await send(marco, roomId)
  })

  test('slow mode never delays a person who joins for the first time', async () => {
    const roomId = await insertRoom(db, { admins: [admin] })
    const elsewhere = await insertRoom(db, {})
    await chat.as(admin).rooms.update({ roomId, slowModeSeconds: 3600 })
    const eve = await insertPerson(db)
    await chat.as(eve).rooms.join({ roomId: elsewhere })
    await chat.as(eve).rooms.join({ roomId })
    await send(eve, roomId)
  })
})

test('a waiting message is not sent under the name of a user who signed in later', async () => {
  const roomId = await insertRoom(db, { members: [marco, noor] })
  const message = { roomId, clientId: newId(), content: 'Mine alone', senderId: marco.id }
  await expect(chat.as(noor).messages.send(message)).rejects.toMatchObject({ code: 'DIFFERENT_USER' })
  expect(await chat.as(marco).messages.send(message)).toMatchObject({ sender: { id: marco.id } })
})

describe('a muted person', () => {
  const muted = { code: 'MUTED', data: { until: expect.any(String) } }

  test("a person muted everywhere can't write in room names or notifications either, but still manages their room", async () => {
    const eve = await insertPerson(db)
    const roomId = await insertRoom(db, { type: 'private', admins: [eve], members: [marco] })
    const until = new Date(chat.clock.now.getTime() + 3_600_000)
    await sql`insert into chat_mutes (user_id, until, reason) values (${eve.id}, ${until}, ${reason})`.execute(
      db,
    )
    const calls = chat.as(eve)
    await expect(calls.rooms.create(plain)).rejects.toMatchObject(muted)
    await expect(calls.rooms.update({ roomId, name: plain.name })).rejects.toMatchObject(muted)
    await expect(calls.rooms.update({ roomId, description: plain.name })).rejects.toMatchObject(muted)
    await expect(calls.members.invite({ roomId, personId: admin.id })).rejects.toMatchObject(muted)
    await calls.rooms.update({ roomId, slowModeSeconds: 60 })
    await calls.members.remove({ roomId, personId: marco.id })
    chat.clock.now = new Date(chat.clock.now.getTime() + 3_600_001)
    await calls.rooms.update({ roomId, name: 'Something else' })
    await calls.rooms.create(plain)
  })

  test('a person muted in one room can still act in other rooms', async () => {
    const roomId = await insertRoom(db, { admins: [admin, marco] })
    await chat.as(noor).moderation.mute({ personId: marco.id, roomId, minutes: 60, reason })
    await expect(chat.as(marco).rooms.update({ roomId, name: plain.name })).rejects.toMatchObject(muted)
    await chat.as(marco).rooms.create(plain)
  })
})

describe('rate limits', () => {
  const tooOften = { code: 'TOO_MANY_REQUESTS' }
  async function upTo(points: number, work: (index: number) => Promise<unknown>): Promise<void> {
    for (let index = 0; index < points; index += 1) await work(index).catch(() => undefined)
  }

  test('limits how often a room can be changed, since every member reloads their list', async () => {
    const { as } = createTestChat(db, createLimits())
    const roomId = await insertRoom(db, { admins: [admin] })
    await upTo(CHANGING_ROOMS.points, (index) => as(admin).rooms.update({ roomId, name: `Room ${index}` }))
    await expect(as(admin).rooms.update({ roomId, name: 'Repeat the new password' })).rejects.toMatchObject(
      tooOften,
    )
    await as(marco).rooms.create(plain)
  })
})

test('a banned admin no longer receives requests to join', async () => {
  const eve = await insertPerson(db)
  const roomId = await insertRoom(db, { joinBy: 'request', admins: [admin, eve] })
  await insertMembership(db, roomId, noor)
  await chat.as(marco).rooms.join({ roomId })
  const waiting = async (person: Caller) =>
    (
      await sql`select from notifications where user_id = ${person.id} and kind = 'room_request'
        and subject_id = ${roomId} and read_at is null`.execute(db)
    ).rows.length
  expect(await waiting(eve)).toBe(1)
  await chat.as(noor).moderation.ban({ roomId, personId: eve.id, reason })
  expect([await waiting(eve), await waiting(admin)]).toEqual([0, 1])
})
