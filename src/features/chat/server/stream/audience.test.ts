import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { readLastEventNumber } from '../event-numbers'
import { selectReadableRooms, selectVisibleRooms } from '../visible-rooms'
import { readAccess, getSnapshot } from './access'
import { createAudience, type Follower, splitEvents } from './audience'
import { insertPersonId, insertRoom } from '../testing'
import { type Process, soon, startProcess } from './testing'
import { toWire } from './encode-events'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let one: Process
let ana: string
let ben: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  one = startProcess(db)
  ana = await insertPersonId(db, 'Ana')
  ben = await insertPersonId(db, 'Ben')
})
afterAll(async () => {
  one.close()
  await database.drop()
})

describe('delivery', () => {
  test.for(['leave', 'ban'] as const)(
    'after %s, an open stream receives that event and then nothing',
    async (how) => {
      const roomId = await insertRoom(db, { type: how === 'ban' ? 'public' : 'private', members: [ana, ben] })
      const tabs = [await one.follow(ana), await one.follow(ana, { watch: how === 'ban' ? 'feed' : roomId })]
      const seqs = [await one.post(roomId, ben, 'heard'), await one[how](roomId, ana)]
      await Promise.all(Array.from({ length: 5 }, () => one.post(roomId, ben, 'not heard')))
      const other = await one.follow(ben, { after: (seqs[0] ?? 1) - 1 })
      expect(other.numbers()).toHaveLength(7)
      // The stream has a position once it is live. By then, all events written above have been delivered.
      await soon(() => other.position()).toBeDefined()
      for (const tab of tabs) {
        expect(tab.numbers()).toEqual(seqs)
        expect(tab.chat().at(-1)).toEqual({ kind: 'member', seq: seqs[1], roomId, userId: ana })
        expect(JSON.stringify(tab.events)).not.toContain('not heard')
        tab.close()
      }
      const back = await one.follow(ana, { after: seqs[0] ?? 0, watch: roomId })
      expect(back.numbers()).toEqual([seqs[1]])
      back.close()
      other.close()
    },
  )

  test("a new member receives the room's events from then on", async () => {
    const roomId = await insertRoom(db, { type: 'private', members: [ben] })
    const tab = await one.follow(ana)
    await one.post(roomId, ben, 'before')
    const seqs = [await one.join(roomId, ana), await one.post(roomId, ben, 'after')]
    await soon(() => tab.numbers()).toEqual(seqs)
    tab.close()
  })

  test('viewing a private room without being a member delivers none of its messages', async () => {
    const roomId = await insertRoom(db, { type: 'private', joinBy: 'request', members: [ben] })
    const after = await readLastEventNumber(db)
    const tabs = [await one.follow(ana, { watch: roomId }), await one.follow(ana, { watch: 'feed' })]
    await one.post(roomId, ben, 'among us')
    const notified = await one.setActive(roomId, true)
    for (const tab of [...tabs, await one.follow(ana, { watch: roomId, after })]) {
      // Everyone who can find the room learns that it changed, but not its messages.
      await soon(() => tab.numbers()).toEqual([notified])
      tab.close()
    }
  })

  test("members receive a public room's events, and others while they view it", async () => {
    const roomId = await insertRoom(db, { members: [ben] })
    const tabs = await Promise.all(
      [
        {},
        { watch: roomId },
        { watch: roomId.toUpperCase() },
        { watch: 'feed' },
        { watch: newId() },
        { watch: "' or 1" },
      ].map((options) => one.follow(ana, options)),
    )
    const seq = await one.post(roomId, ben, 'hello')
    const counts = () => tabs.map((tab) => tab.numbers().filter((number) => number === seq).length)
    await soon(counts).toEqual([0, 1, 1, 1, 0, 0])
    for (const tab of tabs) tab.close()
  })

  test('members of an archived room still get its events; viewers get them again once it is restored', async () => {
    const roomId = await insertRoom(db, { members: [ben] })
    const [looking, plain, member] = [
      await one.follow(ana, { watch: 'feed' }),
      await one.follow(ana),
      await one.follow(ben),
    ]
    // Wait for each event before writing the next one, because access is read when an event is delivered.
    const archived = await one.setActive(roomId, false)
    await soon(() => looking.numbers()).toEqual([archived])
    const inside = await one.post(roomId, ben, 'last words')
    await soon(() => member.numbers()).toEqual([archived, inside])
    const restored = await one.setActive(roomId, true)
    const again = await one.post(roomId, ben, 'open again')
    await soon(() => member.numbers()).toEqual([archived, inside, restored, again])
    expect(looking.numbers()).toEqual([archived, restored, again])
    expect(plain.numbers()).toEqual([archived, restored])
    for (const tab of [looking, plain, member]) tab.close()
  })

  test('everyone who can find a new room is notified', async () => {
    const [open, closed] = [newId(), newId()]
    const banned = await insertPersonId(db, 'Cem')
    const tabs = [await one.follow(ana), await one.follow(ana, { watch: 'feed' }), await one.follow(banned)]
    const create = (roomId: string, type: string, joinBy: string | null) =>
      one.change(
        [
          { kind: 'room', roomId },
          { kind: 'member', roomId, userId: ben },
        ],
        async (trx) => {
          await sql`insert into chat_rooms (id, name, room_type, join_by) values (${roomId}, 'New', ${type}, ${joinBy})`.execute(
            trx,
          )
          await sql`insert into chat_room_members (room_id, user_id, role) values (${roomId}, ${ben}, 'admin')`.execute(
            trx,
          )
          await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${banned}, 'spam')`.execute(
            trx,
          )
        },
      )
    await create(closed, 'private', 'invitation')
    const first = await create(open, 'public', null)
    const said = await one.post(open, ben, 'welcome')
    await soon(() => tabs[1]?.numbers()).toEqual([first, first + 1, said])
    expect(tabs[0]?.numbers()).toEqual([first])
    expect(tabs[2]?.numbers()).toEqual([])
    for (const tab of tabs) tab.close()
  })

  test('a person receives exactly the events they may read', async () => {
    const people = [ana, ben, await insertPersonId(db)]
    const rooms: string[] = []
    for (const type of ['public', 'genre', 'private'] as const)
      for (const joinBy of type === 'private' ? (['invitation', 'request'] as const) : [undefined])
        for (const isActive of [true, false])
          for (const standing of ['none', 'member', 'banned', 'invited']) {
            const roomId = await insertRoom(db, { type, ...(joinBy ? { joinBy } : {}) })
            rooms.push(roomId)
            if (!isActive) await sql`update chat_rooms set is_active = false where id = ${roomId}`.execute(db)
            if (standing === 'member')
              await sql`insert into chat_room_members (room_id, user_id) values (${roomId}, ${ana})`.execute(
                db,
              )
            if (standing === 'banned')
              await sql`insert into chat_bans (room_id, user_id, reason) values (${roomId}, ${ana}, 'spam')`.execute(
                db,
              )
            if (standing === 'invited')
              await sql`insert into chat_room_invitations (room_id, user_id) values (${roomId}, ${ana})`.execute(
                db,
              )
          }
    const listIds = async (query: ReturnType<typeof selectVisibleRooms>) =>
      (await query.select('r.id').execute()).map(({ id }) => id)
    for (const person of people) {
      const readable = new Set(await listIds(selectReadableRooms(db, person)))
      const visible = new Set(await listIds(selectVisibleRooms(db, person)))
      const feed = new Set((await getSnapshot(db, person, 'feed')).roomIds)
      const own = new Set((await getSnapshot(db, person, null)).roomIds)
      for (const roomId of rooms) {
        const access = (await readAccess(db, roomId, people)).get(person)
        expect(access === 'member' || access === 'reader').toBe(readable.has(roomId))
        if (visible.has(roomId)) expect(access).toBeDefined()
        expect(feed.has(roomId)).toBe(readable.has(roomId))
        expect(own.has(roomId)).toBe(access === 'member')
        const looking = await getSnapshot(db, person, { roomId })
        expect(looking.roomIds.includes(roomId)).toBe(readable.has(roomId))
      }
    }
  })
})

describe('writing', () => {
  function follower(more: Partial<Follower> = {}): Follower & { pieces: Uint8Array[] } {
    const pieces: Uint8Array[] = []
    const write = (bytes: Uint8Array) => void pieces.push(bytes)
    const fields = { userId: 'ana', watch: null, write, cut: () => undefined, rooms: new Set<string>() }
    return { ...fields, waiting: [], notifiedUpTo: undefined, pieces, ...more }
  }
  const deleted = (seq: number, roomId = 'a') => toWire({ seq, kind: 'deleted', roomId, messageId: 'm' })
  const change = (seq: number) => toWire({ seq, kind: 'member', roomId: 'a', userId: 'ana' })

  test('consecutive events of one room are written together, with the same bytes for every reader', () => {
    const audience = createAudience()
    const followers = [follower(), follower({ userId: 'ben' }), follower()]
    for (const [index, reader] of followers.entries()) {
      audience.enter(reader)
      audience.catchUp(reader, index < 2 ? ['a'] : [], 0)
    }
    audience.settle(0)
    audience.publish([deleted(1), deleted(2)], null)
    expect(followers.map(({ pieces }) => pieces.length)).toEqual([1, 1, 0])
    expect(followers[0]?.pieces[0]).toBe(followers[1]?.pieces[0])
    expect(Buffer.from(followers[0]?.pieces[0] ?? []).toString()).toMatch(
      /^event: chat\nid: 1\n[^]*\n\nevent: chat\nid: 2\n/,
    )
  })

  test('batches keep the order of events, end where the readers change, and fit into one write', () => {
    const sizes = (events: Parameters<typeof splitEvents>[0]) =>
      splitEvents(events).map((piece) => piece.length)
    expect(sizes([deleted(1), deleted(2), deleted(3, 'b'), deleted(4)])).toEqual([2, 1, 1])
    expect(sizes([deleted(1), change(2), change(3), deleted(4), deleted(5)])).toEqual([1, 1, 1, 2])
    const large = (seq: number) => ({ ...deleted(seq), bytes: new Uint8Array(30_000) })
    expect(sizes([large(1), large(2), large(3)])).toEqual([2, 1])
    expect(
      splitEvents([deleted(1), large(2), large(3), deleted(4)])
        .flat()
        .map(({ seq }) => seq),
    ).toEqual([1, 2, 3, 4])
  })

  test('a stream that has caught up continues with the very next event', () => {
    const audience = createAudience()
    const late = follower()
    audience.enter(late)
    audience.publish([deleted(1), deleted(2), deleted(3)], null)
    audience.settle(3)
    expect(late.pieces).toEqual([])
    audience.catchUp(late, ['a'], 4)
    audience.settle(3)
    audience.publish([deleted(4), deleted(5)], null)
    expect(late.pieces).toEqual([])
    audience.settle(5)
    expect(
      Buffer.concat(late.pieces)
        .toString()
        .match(/^id: \d$/gm),
    ).toEqual(['id: 5'])
  })

  test("a stream that can't catch up in time is closed and removed from the audience", () => {
    const audience = createAudience()
    let cuts = 0
    const stuck = follower({
      cut() {
        cuts += 1
        audience.leave(stuck)
      },
    })
    audience.enter(stuck)
    for (let seq = 1; seq < 6000; seq += 1) audience.publish([deleted(seq)], null)
    expect(cuts).toBe(1)
    expect(stuck.waiting).toEqual([])
    expect(audience.isEmpty()).toBe(true)
  })
})
