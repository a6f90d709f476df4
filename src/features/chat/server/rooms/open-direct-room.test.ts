import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { connectPeople, createTestChat, insertPerson, rolesIn, type TestChat } from '../testing'

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

const eventsOf = async (roomId: string) =>
  (
    await sql<{ kind: string; user_id: string | null }>`
      select kind, user_id from chat_events where room_id = ${roomId} order by seq`.execute(db)
  ).rows.map(({ kind, user_id }) => (user_id === null ? kind : `${kind} ${user_id}`))
const notFound = { code: 'NOT_FOUND', message: 'Room not found' }

describe('direct conversations', () => {
  const open = async (from: Caller, to: Caller) =>
    (await chat.as(from).rooms.openDirect({ personId: to.id })).id

  test('conversations can be started with connections, found by name without accents, but never across a block', async () => {
    const zoe = await insertPerson(db, { name: 'Zoë Zimmer' })
    const names = async (search = '') =>
      (await chat.as(ada).rooms.contacts({ search })).people.map(({ name }) => name)
    await connectPeople(db, ada, ben)
    await connectPeople(db, zoe, ada)
    expect(await names()).toEqual(['Ben Member', 'Zoë Zimmer'])
    expect(await names('zoe')).toEqual(['Zoë Zimmer'])
    expect(await names('eve')).toEqual([])
    await sql`insert into blocks (blocker_id, blocked_id) values (${ben.id}, ${ada.id})`.execute(db)
    expect(await names()).toEqual(['Zoë Zimmer'])
  })

  test('two people have one conversation, regardless of who opens it', async () => {
    await connectPeople(db, ada, ben)
    const id = await open(ada, ben)
    expect(await open(ben, ada)).toBe(id)
    expect(await rolesIn(db, id)).toEqual({ [ada.id]: 'member', [ben.id]: 'member' })
    expect(await eventsOf(id)).toEqual(['room', `member ${ada.id}`, `member ${ben.id}`])
    expect(await chat.as(ben).rooms.get({ roomId: id })).toMatchObject({
      name: 'Ada Admin',
      isDirect: true,
      direct: { id: ada.id, name: 'Ada Admin' },
      roomType: 'private',
      canManage: false,
      canModerate: false,
      writeRestriction: null,
    })
    await expect(chat.as(eve).rooms.get({ roomId: id })).rejects.toMatchObject(notFound)
  })

  test('opening a conversation from both sides concurrently creates one', async () => {
    await connectPeople(db, ada, ben)
    const ids = await Promise.all([1, 2, 3].flatMap(() => [open(ada, ben), open(ben, ada)]))
    expect(new Set(ids).size).toBe(1)
    expect(chat.announced).toHaveLength(3)
  })

  test('opening a conversation requires a connection', async () => {
    await expect(open(ada, ben)).rejects.toMatchObject({ code: 'NOT_CONNECTED', status: 403 })
    const hidden = await insertPerson(db, { isPublic: false })
    const noOne = { code: 'NOT_FOUND', message: 'Member not found' }
    await expect(open(ada, hidden)).rejects.toMatchObject(noOne)
    await expect(open(ada, ada)).rejects.toMatchObject(noOne)
    await expect(open(ada, { ...ada, id: 'nobody' })).rejects.toMatchObject(noOne)
    await connectPeople(db, ada, ben)
    await sql`insert into blocks (blocker_id, blocked_id) values (${ben.id}, ${ada.id})`.execute(db)
    await expect(open(ada, ben)).rejects.toMatchObject(noOne)
  })

  test('a conversation stays readable but not writable while one person blocks the other', async () => {
    await connectPeople(db, ada, ben)
    const id = await open(ada, ben)
    await sql`delete from connections`.execute(db)
    expect(await open(ben, ada)).toBe(id)
    expect((await chat.as(ada).rooms.get({ roomId: id })).writeRestriction).toBeNull()
    await sql`insert into blocks (blocker_id, blocked_id) values (${ben.id}, ${ada.id})`.execute(db)
    expect(await open(ada, ben)).toBe(id)
    for (const person of [ada, ben])
      expect((await chat.as(person).rooms.get({ roomId: id })).writeRestriction).toEqual({ kind: 'closed' })
  })

  test("a conversation can't be left or managed, and no one can be added to it", async () => {
    await connectPeople(db, ada, ben)
    const roomId = await open(ada, ben)
    await expect(chat.as(ada).rooms.leave({ roomId })).rejects.toMatchObject({ code: 'DIRECT', status: 409 })
    const denied = { code: 'NOT_ALLOWED' }
    await expect(chat.as(ada).rooms.update({ roomId, name: 'Us' })).rejects.toMatchObject(denied)
    await expect(chat.as(ada).members.remove({ roomId, personId: ada.id })).rejects.toMatchObject(denied)
    await expect(chat.as(ada).members.remove({ roomId, personId: ben.id })).rejects.toMatchObject(denied)
    await expect(chat.as(ada).members.invite({ roomId, personId: eve.id })).rejects.toMatchObject(denied)
    expect(await rolesIn(db, roomId)).toEqual({ [ada.id]: 'member', [ben.id]: 'member' })
  })

  test('a conversation is closed and shows Anonymous once the other account is deleted', async () => {
    await connectPeople(db, ada, ben)
    const roomId = await open(ada, ben)
    await sql`delete from profiles where id = ${ben.id}`.execute(db)
    expect(await chat.as(ada).rooms.get({ roomId })).toMatchObject({
      name: 'Anonymous',
      isDirect: true,
      direct: null,
      writeRestriction: { kind: 'closed' },
    })
  })
})
