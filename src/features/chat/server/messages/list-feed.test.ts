import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { insertDirect, insertPersonId, insertRoom } from '../testing'
import { createTalk } from './testing'

let db: Database
let drop: () => Promise<void>
let talk: ReturnType<typeof createTalk>
let mara: string
let juno: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  talk = createTalk(db)
  mara = await insertPersonId(db, 'Mara Voss')
  juno = await insertPersonId(db, 'Juno')
})
afterAll(() => drop())

const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)
const textsOf = (page: { messages: { content: string | null }[] }) => page.messages.map((one) => one.content)
const hide = (id: string) =>
  db
    .updateTable('chat_messages')
    .set({ hidden_at: new Date(), hidden_by: juno })
    .where('id', '=', id)
    .execute()
const clock = async () => (await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()).seq

describe('H-02 the feed', () => {
  test('lists the ten latest messages of all readable rooms, newest first, with sender and room', async () => {
    const reader = await insertPersonId(db)
    const rooms = [
      await insertRoom(db, { name: 'Deep end', members: [mara] }),
      await insertRoom(db, { name: 'Riggers', type: 'private', members: [mara, reader] }),
      await insertDirect(db, mara, reader),
    ]
    for (let n = 0; n < 12; n += 1) await say(mara, rooms[n % 3] ?? '', `${n}`)
    const unseen = [
      await insertRoom(db, { type: 'private', members: [mara] }),
      await insertRoom(db, { members: [mara, reader] }),
      await insertRoom(db, { members: [mara] }),
    ]
    for (const room of unseen) await say(mara, room, 'unseen')
    await sql`update chat_rooms set is_active = false where id = ${unseen[1]}`.execute(db)
    await db
      .insertInto('chat_bans')
      .values({ room_id: unseen[2] ?? '', user_id: reader, reason: 'Scams' })
      .execute()
    const feed = await talk.as(reader).messages.feed()
    expect(textsOf(feed)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
    expect(feed.seq).toBe(await clock())
    expect(feed.messages.slice(0, 3).map(({ room }) => room)).toEqual([
      { id: rooms[2], name: 'Mara Voss', genre: null },
      { id: rooms[1], name: 'Riggers', genre: null },
      { id: rooms[0], name: 'Deep end', genre: null },
    ])
    expect(feed.messages[0]).toMatchObject({ sender: { id: mara, name: 'Mara Voss' }, isHidden: false })
  })

  test('excludes hidden messages and those of people the reader hides; other readers are unaffected', async () => {
    const [reader, loud] = [await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { type: 'private', members: [mara, reader, loud] })
    const hidden = await say(mara, room, 'hidden')
    await say(loud, room, 'loud')
    await say(mara, room, 'fine')
    await hide(hidden.id)
    await db.insertInto('chat_hidden_people').values({ user_id: reader, hidden_id: loud }).execute()
    const inRoom = async (person: string) => {
      const { messages } = await talk.as(person).messages.feed()
      return messages.filter((one) => one.roomId === room).map(({ content }) => content)
    }
    expect(await inRoom(reader)).toEqual(['fine'])
    expect(await inRoom(mara)).toEqual(['fine', 'loud'])
  })

  test('the feed is empty if there is nothing to read yet', async () => {
    const empty = await createTestDatabase()
    const reader = await insertPersonId(empty.db)
    expect(await createTalk(empty.db).as(reader).messages.feed()).toEqual({ messages: [], seq: 0 })
    await empty.drop()
  })
})
