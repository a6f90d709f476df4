import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import {
  connectPeople,
  createTestChat,
  insertBan,
  insertMembership,
  insertMessage,
  insertPerson,
  insertRoom,
  type TestChat,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let me: Caller
let other: Caller
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  await sql`delete from chat_rooms`.execute(db)
  chat = createTestChat(db)
  me = await insertPerson(db, { name: 'Mara Voss' })
  other = await insertPerson(db, { name: 'Juno Park' })
})

const namesFor = async (person: Caller, search = '') =>
  (await chat.as(person).rooms.list({ search })).rooms.map(({ name }) => name)
const readTo = (roomId: string, person: Caller, seq: number) =>
  sql`update chat_room_members set last_read_seq = ${seq} where room_id = ${roomId} and user_id = ${person.id}`.execute(
    db,
  )

describe('listing', () => {
  test('CH-01 lists active rooms by name, ignoring case, then the caller’s archived ones', async () => {
    await insertRoom(db, { name: 'promoters NL' })
    await insertRoom(db, { name: 'Deep end', genre: 'Deep House' })
    await insertRoom(db, { name: 'Attic', isActive: false, admins: [me] })
    await insertRoom(db, { name: 'Cellar', isActive: false, members: [me] })
    await insertRoom(db, { name: 'Load-in', members: [me] })
    const { rooms } = await chat.as(me).rooms.list({})
    expect(rooms.map(({ name, role, isActive, genre }) => [name, role, isActive, genre])).toEqual([
      ['Deep end', null, true, 'Deep House'],
      ['Load-in', 'member', true, null],
      ['promoters NL', null, true, null],
      ['Attic', 'admin', false, null],
    ])
    expect(await namesFor(other)).toEqual(['Deep end', 'Load-in', 'promoters NL'])
  })

  test('lists private rooms that the caller is in, is invited to, or may request to join', async () => {
    const invited = await insertRoom(db, { name: 'Back room', type: 'private', admins: [other] })
    await insertRoom(db, { name: 'Green room', joinBy: 'request', admins: [other] })
    await insertRoom(db, { name: 'Office', type: 'private', admins: [me] })
    await sql`insert into chat_room_invitations (room_id, user_id) values (${invited}, ${me.id})`.execute(db)
    const { rooms } = await chat.as(me).rooms.list({})
    expect(rooms.map(({ name, isInvited }) => [name, isInvited])).toEqual([
      ['Back room', true],
      ['Green room', false],
      ['Office', false],
    ])
    expect(await namesFor(other)).toEqual(['Back room', 'Green room'])
    expect(await namesFor(await insertPerson(db, { roles: ['admin'] }))).toEqual(['Green room'])
  })

  test('excludes rooms that the caller is banned from', async () => {
    const room = await insertRoom(db, { name: 'Load-in', members: [me] })
    await insertBan(db, room, me)
    expect(await namesFor(me)).toEqual([])
    expect(await namesFor(other)).toEqual(['Load-in'])
  })

  test('lists a conversation under the other person’s name, and shows it to the other person once it has a message', async () => {
    await connectPeople(db, me, other)
    const { id } = await chat.as(me).rooms.openDirect({ personId: other.id })
    const [mine] = (await chat.as(me).rooms.list({})).rooms
    expect(mine).toMatchObject({
      id,
      name: 'Juno Park',
      isDirect: true,
      direct: { id: other.id },
      role: 'member',
    })
    expect(await namesFor(other)).toEqual([])
    await insertMessage(db, id, me)
    expect(await namesFor(other)).toEqual(['Mara Voss'])
    expect(await namesFor(other, 'mara')).toEqual(['Mara Voss'])
    expect(await namesFor(other, 'conversation')).toEqual([])
    await sql`delete from profiles where id = ${me.id}`.execute(db)
    expect((await chat.as(other).rooms.list({})).rooms).toMatchObject([
      { name: 'Anonymous', isDirect: true, direct: null },
    ])
  })

  test('CH-01 matches every word in name or genre, and treats LIKE wildcards literally', async () => {
    await insertRoom(db, { name: 'Deep end', genre: 'Deep House' })
    await insertRoom(db, { name: 'Peak time', genre: 'Techno' })
    await insertRoom(db, { name: '100% wax', members: [me] })
    expect(await namesFor(me, 'HOUSE')).toEqual(['Deep end'])
    expect(await namesFor(me, 'house end')).toEqual(['Deep end'])
    expect(await namesFor(me, 'house time')).toEqual([])
    expect(await namesFor(me, '0%')).toEqual(['100% wax'])
    expect(await namesFor(me, '%')).toEqual(['100% wax'])
    expect(await namesFor(me, '_')).toEqual([])
    expect(await namesFor(me, '\\')).toEqual([])
    expect(await namesFor(me, '   ')).toHaveLength(3)
  })

  test('lists at most 200 rooms, including all of the caller’s own', async () => {
    await sql`insert into chat_rooms (name, room_type) select 'Room ' || lpad(n::text, 4, '0'), 'public' from generate_series(1, 230) n`.execute(
      db,
    )
    await insertRoom(db, { name: 'Zenith', members: [me] })
    await sql`insert into chat_room_members (room_id, user_id) select id, ${me.id} from chat_rooms where name <= 'Room 0040'`.execute(
      db,
    )
    const names = await namesFor(me)
    expect(names).toHaveLength(200)
    expect(names.at(-1)).toBe('Zenith')
    expect(names.at(-2)).toBe('Room 0199')
    expect(await namesFor(other)).toEqual(
      Array.from({ length: 200 }, (_, n) => `Room ${String(n + 1).padStart(4, '0')}`),
    )
    expect(await namesFor(me, '0230')).toEqual(['Room 0230'])
  })
})

describe('unread', () => {
  const unreadOf = async (person: Caller) => {
    const [{ rooms }, all] = [await chat.as(person).rooms.list({}), await chat.as(person).rooms.unread({})]
    expect(all.unread).toBe(rooms.reduce((sum, room) => sum + room.unread, 0))
    return Object.fromEntries(rooms.map((room) => [room.name, room.unread]))
  }

  test('counts other people’s new messages, without hidden ones and those of hidden people', async () => {
    const folded = await insertPerson(db)
    const room = await insertRoom(db, { name: 'Load-in', members: [me, other] })
    await insertRoom(db, { name: 'Not joined' })
    const first = await insertMessage(db, room, other)
    await insertMessage(db, room, other)
    await insertMessage(db, room, me)
    await insertMessage(db, room, folded)
    await insertMessage(db, room, other, { isHidden: true })
    expect(await unreadOf(me)).toEqual({ 'Load-in': 3, 'Not joined': 0 })
    await readTo(room, me, first.seq)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 2, 'Not joined': 0 })
    await sql`insert into chat_hidden_people (user_id, hidden_id) values (${me.id}, ${folded.id})`.execute(db)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 1, 'Not joined': 0 })
    expect(await unreadOf(other)).toEqual({ 'Load-in': 2, 'Not joined': 0 })
    await sql`delete from profiles where id = ${other.id}`.execute(db)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 1, 'Not joined': 0 })
  })

  test('counts up to 100 unread messages per room, and none in a closed room', async () => {
    const room = await insertRoom(db, { name: 'Load-in', admins: [me] })
    await sql`insert into chat_messages (room_id, user_id, content, seq)
      select ${room}::uuid, ${other.id}::uuid, 'Hello', n from generate_series(1, 101) n`.execute(db)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 100 })
    await readTo(room, me, 2)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 99 })
    await sql`update chat_rooms set is_active = false`.execute(db)
    expect(await unreadOf(me)).toEqual({ 'Load-in': 0 })
  })

  test('returns every room of the caller, with the clock from which a browser keeps counting', async () => {
    const quiet = await insertRoom(db, { name: 'Quiet', members: [me] })
    const loud = await insertRoom(db, { name: 'Loud', members: [me] })
    const { seq } = await insertMessage(db, loud, other)
    await sql`insert into chat_hidden_people (user_id, hidden_id) values (${me.id}, ${other.id})`.execute(db)
    const answer = await chat.as(me).rooms.unread({})
    expect(answer).toMatchObject({ unread: 0, hiddenPeople: [other.id], seq })
    expect(new Set(answer.rooms.map(({ roomId }) => roomId))).toEqual(new Set([quiet, loud]))
    expect((await chat.as(me).rooms.list({})).seq).toBe(seq)
  })
})

describe('read position', () => {
  test('the read position only moves forward, never beyond the last event, and notifies the caller’s own tabs', async () => {
    const room = await insertRoom(db, { members: [me] })
    const first = await insertMessage(db, room, other)
    const last = await insertMessage(db, room, other)
    const read = (seq: number) => chat.as(me).rooms.markRead({ roomId: room, seq })
    expect(await read(first.seq)).toEqual({ lastReadSeq: first.seq })
    expect(await read(last.seq + 1000)).toEqual({ lastReadSeq: last.seq })
    // The second call read everything, so its `seq` is the number of the site's last chat event.
    const place = { personId: me.id, roomId: room }
    expect(chat.read).toEqual([
      { ...place, seq: first.seq, lastReadSeq: first.seq },
      { ...place, seq: last.seq, lastReadSeq: last.seq },
    ])
    expect(await read(first.seq)).toEqual({ lastReadSeq: last.seq })
    expect(await read(last.seq)).toEqual({ lastReadSeq: last.seq })
    expect(chat.read).toHaveLength(2)
    // Publishing the `chat` topic would make all of the caller's devices reload all their counts.
    expect(chat.published).toEqual([])
    expect((await chat.as(me).rooms.unread({})).unread).toBe(0)
  })

  test('of two concurrent read positions, the later one wins', async () => {
    const room = await insertRoom(db, { members: [me] })
    const places: number[] = []
    for (let n = 0; n < 8; n += 1) places.push((await insertMessage(db, room, other)).seq)
    await Promise.all(places.toReversed().map((seq) => chat.as(me).rooms.markRead({ roomId: room, seq })))
    expect((await chat.as(me).rooms.get({ roomId: room })).lastReadSeq).toBe(places.at(-1))
  })

  test('stores no read position for non-members, and does not find unreadable rooms', async () => {
    const open = await insertRoom(db)
    const closed = await insertRoom(db, { joinBy: 'request' })
    expect(await chat.as(me).rooms.markRead({ roomId: open, seq: 3 })).toEqual({ lastReadSeq: 0 })
    await expect(chat.as(me).rooms.markRead({ roomId: closed, seq: 3 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await insertMembership(db, open, me)
    await insertBan(db, open, me)
    await expect(chat.as(me).rooms.markRead({ roomId: open, seq: 3 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(chat.read).toEqual([])
  })

  test('reading a room to its end covers later events of other rooms', async () => {
    const [room, elsewhere] = [await insertRoom(db, { members: [me] }), await insertRoom(db)]
    const { seq } = await insertMessage(db, room, other)
    const later = await insertMessage(db, elsewhere, other)
    await chat.as(me).rooms.markRead({ roomId: room, seq })
    expect(chat.read).toMatchObject([{ seq: later.seq, lastReadSeq: seq }])
  })
})
