import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import {
  auditBy,
  createTestChat,
  insertDirect,
  insertMessage,
  insertPerson,
  insertRoom,
  type TestChat,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let admin: Caller, other: Caller, marco: Caller, temi: Caller, noor: Caller, boss: Caller
let roomId: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db, createLimits())
  chat.clock.now = new Date('2026-11-20T21:48:00Z')
  ;[admin, other, marco, temi] = [
    await insertPerson(db, { name: 'Juno Okafor' }),
    await insertPerson(db, { name: 'Owen Faulk' }),
    await insertPerson(db, { name: 'Marco Tiele' }),
    await insertPerson(db, { name: 'Temi Adeyemi' }),
  ]
  noor = await insertPerson(db, { name: 'Noor Haddad', roles: ['moderator'] })
  boss = await insertPerson(db, { name: 'Ada Boss', roles: ['admin'] })
  roomId = await insertRoom(db, { admins: [admin, other], members: [marco, temi] })
})

const reason = 'Advertising, third room today'
const refusedWith = (code: string) => expect.objectContaining({ code })

async function standing(personId: string) {
  return db
    .selectFrom('chat_mutes')
    .where('user_id', '=', personId)
    .where('lifted_at', 'is', null)
    .select(['room_id', 'until', 'reason', 'muted_by'])
    .execute()
}

test('a room admin hides a message, which is audited, and shows it again', async () => {
  const messageId = (await insertMessage(db, roomId, marco)).id
  const calls = chat.as(admin).moderation
  await calls.hideMessage({ messageId, isHidden: true, reason: reason })
  await calls.hideMessage({ messageId, isHidden: true, reason: reason })
  const row = await db
    .selectFrom('chat_messages')
    .where('id', '=', messageId)
    .select(['content', 'hidden_at', 'hidden_by'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    content: 'Soundcheck at five',
    hidden_at: chat.clock.now,
    hidden_by: admin.id,
  })
  await calls.hideMessage({ messageId, isHidden: false, reason: 'A mistake' })
  expect(chat.heard()).toEqual(Array.from({ length: 2 }, () => ({ kind: 'changed', roomId, messageId })))
  expect(await auditBy(db, admin)).toEqual([
    {
      action: 'chat.hide_message',
      subject: messageId,
      details: { person: marco.id, room: roomId, reason },
    },
    {
      action: 'chat.show_message',
      subject: messageId,
      details: { person: marco.id, room: roomId, reason: 'A mistake' },
    },
  ])
})

test("members can't hide messages, and messages of unreadable rooms are not found", async () => {
  const messageId = (await insertMessage(db, roomId, marco)).id
  const hide = { isHidden: true, reason }
  await expect(chat.as(temi).moderation.hideMessage({ messageId, ...hide })).rejects.toEqual(
    refusedWith('NOT_ALLOWED'),
  )
  const secret = await insertRoom(db, { type: 'private', admins: [admin] })
  const within = (await insertMessage(db, secret, admin)).id
  for (const person of [temi, noor, boss])
    await expect(chat.as(person).moderation.hideMessage({ messageId: within, ...hide })).rejects.toEqual(
      refusedWith('NOT_FOUND'),
    )
  expect(chat.heard()).toEqual([])
  expect(await auditBy(db, noor)).toEqual([])
})

test('a mute in one room is audited once, replaces the previous one, and can be lifted', async () => {
  const calls = chat.as(admin).moderation
  const first = await calls.mute({ personId: marco.id, roomId, minutes: 60, reason: reason })
  expect(first.until).toBe('2026-11-20T22:48:00.000Z')
  await calls.mute({ personId: marco.id, roomId, minutes: 1440, reason: 'Again' })
  expect(await standing(marco.id)).toEqual([
    { room_id: roomId, until: new Date('2026-11-21T21:48:00Z'), reason: 'Again', muted_by: admin.id },
  ])
  await calls.unmute({ personId: marco.id, roomId, reason: 'Said sorry' })
  await calls.unmute({ personId: marco.id, roomId, reason: 'Said sorry' })
  expect(await standing(marco.id)).toEqual([])
  const event = { kind: 'member', roomId, userId: marco.id }
  expect(chat.heard()).toEqual([event, event, event])
  expect(chat.notified()).toEqual([marco.id, marco.id, marco.id])
  expect(await auditBy(db, admin)).toEqual([
    {
      action: 'chat.mute',
      subject: marco.id,
      details: { room: roomId, until: '2026-11-20T22:48:00.000Z', reason },
    },
    {
      action: 'chat.mute',
      subject: marco.id,
      details: { room: roomId, until: '2026-11-21T21:48:00.000Z', reason: 'Again' },
    },
    { action: 'chat.unmute', subject: marco.id, details: { room: roomId, reason: 'Said sorry' } },
  ])
})

test('only moderators mute everywhere, which is announced in every room of the person', async () => {
  const second = await insertRoom(db, { name: 'Gear swap', members: [marco] })
  const everywhere = { personId: marco.id, roomId: null, minutes: 60, reason } as const
  await expect(chat.as(admin).moderation.mute(everywhere)).rejects.toEqual(refusedWith('NOT_ALLOWED'))
  await chat.as(noor).moderation.mute(everywhere)
  expect(new Set(chat.heard())).toEqual(
    new Set([roomId, second].map((room) => ({ kind: 'member', roomId: room, userId: marco.id }))),
  )
  // A mute in one room exists in addition to the mute everywhere.
  await chat.as(admin).moderation.mute({ ...everywhere, roomId })
  expect(await standing(marco.id)).toHaveLength(2)
  await expect(chat.as(admin).moderation.unmute({ ...everywhere })).rejects.toEqual(
    refusedWith('NOT_ALLOWED'),
  )
})

test("protected people can't be muted or banned", async () => {
  await db
    .insertInto('chat_room_members')
    .values({ room_id: roomId, user_id: noor.id, role: 'member' })
    .execute()
  const minutes = 60
  for (const [by, personId] of [
    [admin, other.id],
    [admin, admin.id],
    [admin, noor.id],
    [noor, noor.id],
    [boss, noor.id],
  ] as const) {
    const calls = chat.as(by).moderation
    await expect(calls.mute({ personId, roomId, minutes, reason: reason })).rejects.toEqual(
      refusedWith('PROTECTED'),
    )
    await expect(calls.ban({ personId, roomId, reason: reason })).rejects.toEqual(refusedWith('PROTECTED'))
  }
  await chat.as(noor).moderation.ban({ personId: other.id, roomId, reason: reason })
  expect(await auditBy(db, admin)).toEqual([])
  expect(await auditBy(db, noor)).toHaveLength(1)
})

test('a ban removes membership, invitation and request; once it is lifted, the person can join again', async () => {
  const asks = await insertPerson(db, { name: 'Asks' })
  const secret = await insertRoom(db, {
    type: 'private',
    joinBy: 'request',
    admins: [admin],
    members: [marco],
  })
  await db.insertInto('chat_room_invitations').values({ room_id: secret, user_id: temi.id }).execute()
  await db.insertInto('chat_join_requests').values({ room_id: secret, user_id: asks.id }).execute()
  const calls = chat.as(admin).moderation
  for (const person of [marco, temi, asks])
    await calls.ban({ personId: person.id, roomId: secret, reason: reason })
  await calls.ban({ personId: marco.id, roomId: secret, reason: 'Repeat the new password' })
  for (const table of ['chat_room_members', 'chat_room_invitations', 'chat_join_requests'] as const) {
    const rows = await db.selectFrom(table).where('room_id', '=', secret).select('user_id').execute()
    expect(rows.map((row) => row.user_id)).toEqual(table === 'chat_room_members' ? [admin.id] : [])
  }
  const { bans } = await calls.listBans({ roomId: secret })
  expect(bans.map(({ person, reason: said, by }) => [person.name, said, by])).toEqual(
    expect.arrayContaining([['Marco Tiele', reason, 'Juno Okafor']]),
  )
  expect(bans).toHaveLength(3)
  // The banned person can no longer find the room.
  await expect(chat.as(marco).moderation.listBans({ roomId: secret })).rejects.toEqual(
    refusedWith('NOT_FOUND'),
  )
  await calls.unban({ personId: marco.id, roomId: secret, reason: 'A year later' })
  expect((await calls.listBans({ roomId: secret })).bans).toHaveLength(2)
  await expect(chat.as(marco).moderation.listBans({ roomId: secret })).rejects.toEqual(
    refusedWith('NOT_ALLOWED'),
  )
  const actions = (await auditBy(db, admin)).map(({ action, subject }) => [action, subject])
  expect(actions).toEqual([
    ['chat.ban', marco.id],
    ['chat.ban', temi.id],
    ['chat.ban', asks.id],
    ['chat.unban', marco.id],
  ])
})

test('a former member who wrote there can still be banned; a person unrelated to the room is not found', async () => {
  await insertMessage(db, roomId, marco)
  await db.deleteFrom('chat_room_members').where('user_id', '=', marco.id).execute()
  const stranger = await insertPerson(db, { name: 'Stranger' })
  const calls = chat.as(admin).moderation
  await calls.ban({ personId: marco.id, roomId, reason: reason })
  await expect(calls.ban({ personId: stranger.id, roomId, reason: reason })).rejects.toEqual(
    refusedWith('NOT_FOUND'),
  )
  await expect(calls.ban({ personId: 'nobody', roomId, reason: reason })).rejects.toEqual(
    refusedWith('NOT_FOUND'),
  )
})

test('no one moderates a direct conversation directly, not even a moderator who takes part', async () => {
  const direct = await insertDirect(db, noor, marco)
  const messageId = (await insertMessage(db, direct, marco)).id
  const calls = chat.as(noor).moderation
  await expect(calls.hideMessage({ messageId, isHidden: true, reason: reason })).rejects.toEqual(
    refusedWith('NOT_ALLOWED'),
  )
  await expect(calls.ban({ personId: marco.id, roomId: direct, reason: reason })).rejects.toEqual(
    refusedWith('NOT_ALLOWED'),
  )
})

test("hiding a person only affects the reader's own view, and can be undone", async () => {
  const calls = chat.as(temi).moderation
  await calls.hidePerson({ personId: marco.id, isHidden: true })
  await calls.hidePerson({ personId: marco.id, isHidden: true })
  const rows = () => db.selectFrom('chat_hidden_people').selectAll().where('user_id', '=', temi.id).execute()
  expect(await rows()).toMatchObject([{ hidden_id: marco.id }])
  await calls.hidePerson({ personId: marco.id, isHidden: false })
  expect(await rows()).toEqual([])
  expect(chat.notified()).toEqual([temi.id, temi.id, temi.id])
  for (const personId of [temi.id, 'nobody', '0192a0b0-0000-7000-8000-000000000000'])
    await expect(calls.hidePerson({ personId, isHidden: true })).rejects.toEqual(refusedWith('NOT_FOUND'))
})
