import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~/database/testing'
import { newId } from '~/lib/ids'
import { createTalk, insertDirect, insertPerson, insertRoom, mute, paced, storedIn } from './testing'

let db: Database
let drop: () => Promise<void>
let talk: ReturnType<typeof createTalk>
let mara: string
let juno: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  talk = createTalk(db)
  mara = await insertPerson(db, 'Mara Voss')
  juno = await insertPerson(db, 'Juno')
})
afterAll(() => drop())

const gone = { code: 'NOT_FOUND', status: 404 }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)
const list = (personId: string, roomId: string, more: { before?: number; limit?: number } = {}) =>
  talk.as(personId).messages.list({ roomId, ...more })
const textsOf = (page: { messages: { content: string | null }[] }) => page.messages.map((one) => one.content)
const hide = (id: string) =>
  db
    .updateTable('chat_messages')
    .set({ hidden_at: new Date(), hidden_by: juno })
    .where('id', '=', id)
    .execute()
const clock = async () => (await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()).seq

describe('CH-08 the text of a message', () => {
  const family = '👨‍👩‍👧‍👦'
  const sent = async (content: string) =>
    (await say(mara, await insertRoom(db, { members: [mara] }), content)).content

  test('1,000 characters as people count them', async () => {
    expect(await sent('x'.repeat(1000))).toHaveLength(1000)
    await expect(sent('x'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await sent(family.repeat(1000))).toBe(family.repeat(1000))
    await expect(sent(family.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await sent('🎛️'.repeat(1000))).toBe('🎛️'.repeat(1000))
    await expect(sent('🎛️'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is trimmed; nothing visible is nothing', async () => {
    expect(await sent('  two\nlines \n\n')).toBe('two\nlines')
    for (const empty of ['', ' \n\t ', '\u200b\u200b', '\u0000\u0007', '\u202e'])
      await expect(sent(empty), JSON.stringify(empty)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('loses control characters, what turns the direction, and half signs; HTML stays text', async () => {
    expect(await sent('a\u0000b\u0007c\u001b[31md\u009f')).toBe('abc[31md')
    expect(await sent('pay \u202eevil\u202c \u2066now\u2069')).toBe('pay evil now')
    expect(await sent('half \ud83c end')).toBe('half  end')
    expect(await sent('<b onclick="x()">bold</b> &amp;')).toBe('<b onclick="x()">bold</b> &amp;')
  })
})

describe('list', () => {
  test('CH-09 the newest hundred, oldest first; the older ones before; nothing twice and nothing missed', async () => {
    const room = await insertRoom(db, { members: [mara] })
    const between = await insertRoom(db, { members: [mara] })
    await Promise.all(
      Array.from({ length: 250 }, (_, n) =>
        talk.send({
          personId: mara,
          isModerator: false,
          roomId: n % 5 === 0 ? between : room,
          clientId: newId(),
          content: `${n}`,
        }),
      ),
    )
    const all = (await storedIn(db, room)).map(({ content }) => content)
    expect(all).toHaveLength(200)
    const newest = await list(mara, room)
    expect(textsOf(newest)).toEqual(all.slice(100))
    expect(newest).toMatchObject({ hasOlder: true, seq: await clock() })
    const older = await list(mara, room, { before: newest.messages[0]?.seq ?? 0 })
    expect(textsOf(older)).toEqual(all.slice(0, 100))
    expect(older.hasOlder).toBe(false)

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
        const seen: (string | null)[] = []
        let before: number | undefined
        for (let hasOlder = true; hasOlder;) {
          const page = await list(mara, room, { limit, ...(before === undefined ? {} : { before }) })
          seen.unshift(...textsOf(page))
          before = page.messages[0]?.seq
          ;({ hasOlder } = page)
        }
        expect(seen).toEqual(all)
      }),
      { numRuns: 12 },
    )
  })

  test('an empty room, and one before its first message', async () => {
    const room = await insertRoom(db, { members: [mara] })
    expect(await list(mara, room)).toEqual({ messages: [], hasOlder: false, seq: await clock() })
    const { seq } = await say(mara, room, 'first')
    expect(textsOf(await list(mara, room, { before: seq }))).toEqual([])
  })

  test('CH-04 who may not read it does not find it', async () => {
    const [invited, banned, moderator] = [
      await insertPerson(db),
      await insertPerson(db),
      await insertPerson(db),
    ]
    const open = await insertRoom(db, { members: [mara] })
    const secret = await insertRoom(db, { type: 'private', members: [mara] })
    const onRequest = await insertRoom(db, { type: 'private', joinBy: 'request', members: [mara] })
    const archived = await insertRoom(db, { members: [mara], isActive: false })
    const direct = await insertDirect(db, mara, invited)
    await db.insertInto('chat_room_invitations').values({ room_id: secret, user_id: invited }).execute()
    await db.insertInto('chat_bans').values({ room_id: open, user_id: banned, why: 'Scams' }).execute()
    for (const room of [open, secret, onRequest, archived, direct])
      expect((await list(mara, room)).messages).toEqual([])
    expect((await list(juno, open)).messages).toEqual([])
    for (const [person, room] of [
      [juno, secret],
      [juno, onRequest],
      [juno, archived],
      [juno, direct],
      [invited, secret],
      [banned, open],
      [juno, newId()],
      [juno, 'lobby'],
    ] as const)
      await expect(list(person, room)).rejects.toMatchObject(gone)
    await expect(
      talk.as(moderator, ['user', 'moderator']).messages.list({ roomId: secret }),
    ).rejects.toMatchObject(gone)
  })

  test('a hidden message has no text but for those who may moderate the room; its sender may be gone', async () => {
    const [admin, left] = [await insertPerson(db), await insertPerson(db)]
    const room = await insertRoom(db, { members: [mara, left], admins: [admin] })
    const hidden = await say(mara, room, 'insult')
    await say(left, room, 'bye')
    await hide(hidden.id)
    await db.deleteFrom('accounts').where('id', '=', left).execute()
    for (const person of [mara, juno]) {
      const { messages } = await list(person, room)
      expect(messages).toMatchObject([
        { content: null, isHidden: true, sender: { name: 'Mara Voss' } },
        { content: 'bye', isHidden: false, sender: null },
      ])
    }
    expect(textsOf(await list(admin, room))).toEqual(['insult', 'bye'])
    expect(textsOf(await talk.as(juno, ['user', 'moderator']).messages.list({ roomId: room }))).toEqual([
      'insult',
      'bye',
    ])
  })

  test('its number and its messages are of one moment, while others write', async () => {
    const room = await insertRoom(db, { members: [mara, juno] })
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await say(mara, room, `${n}`)
      isWriting = false
    })()
    const pages = []
    while (isWriting) pages.push(await list(juno, room))
    await writing
    const all = await storedIn(db, room)
    for (const { seq, messages } of pages)
      expect(messages.map(({ id }) => id)).toEqual(all.filter((row) => row.seq <= seq).map(({ id }) => id))
    expect(pages.length).toBeGreaterThan(5)
  })
})

describe('edit', () => {
  const edit = (personId: string, messageId: string, content: string) =>
    talk.as(personId).messages.edit({ messageId, content })

  test('CH-05 one’s own gets another text and (edited), and those who follow hear of it', async () => {
    const room = await insertRoom(db, { members: [mara, juno] })
    const message = await say(mara, room, 'Dors at ten')
    const edited = await edit(mara, message.id, ' Doors at ten ')
    expect(edited).toEqual({ ...message, content: 'Doors at ten', isEdited: true })
    expect((await list(juno, room)).messages).toEqual([edited])
    expect(talk.told().at(-1)).toMatchObject({ kind: 'changed', roomId: room, messageId: message.id })
    const { edited_at } = await db
      .selectFrom('chat_messages')
      .select('edited_at')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(edited_at).toBeInstanceOf(Date)
  })

  test('the same text changes nothing, and nobody hears of it', async () => {
    const room = await insertRoom(db, { members: [mara] })
    const message = await say(mara, room, 'Doors at ten')
    const before = await clock()
    expect(await edit(mara, message.id, 'Doors at ten\n')).toEqual(message)
    expect(await clock()).toBe(before)
  })

  test('nobody else’s, no hidden one, not where one may no longer write or read', async () => {
    const [muted, left] = [await insertPerson(db), await insertPerson(db)]
    const room = await insertRoom(db, { members: [mara, muted, left], admins: [juno] })
    const secret = await insertRoom(db, { type: 'private', members: [left] })
    const [hers, hidden, quiet, outside, away] = [
      await say(mara, room, 'hers'),
      await say(mara, room, 'hidden'),
      await say(muted, room, 'quiet'),
      await say(left, room, 'outside'),
      await say(left, secret, 'away'),
    ]
    await hide(hidden.id)
    await mute(db, muted, { roomId: room, until: inAnHour() })
    await talk.takeOut(room, left)
    await talk.takeOut(secret, left)
    await expect(edit(juno, hers.id, 'mine')).rejects.toMatchObject(gone)
    await expect(edit(mara, hidden.id, 'nicer')).rejects.toMatchObject(gone)
    await expect(edit(muted, quiet.id, 'loud')).rejects.toMatchObject({ code: 'MUTED' })
    await expect(edit(left, outside.id, 'x')).rejects.toMatchObject({ code: 'NOT_MEMBER' })
    await expect(edit(left, away.id, 'x')).rejects.toMatchObject(gone)
    await expect(edit(mara, newId(), 'x')).rejects.toMatchObject(gone)
    await expect(edit(mara, 'x', 'x')).rejects.toMatchObject(gone)
    expect((await storedIn(db, room)).map(({ content }) => content)).toEqual([
      'hers',
      'hidden',
      'quiet',
      'outside',
    ])
  })
})

describe('remove', () => {
  const remove = (personId: string, messageId: string) => talk.as(personId).messages.remove({ messageId })

  test('one’s own is gone, also when muted or no longer a member', async () => {
    const person = await insertPerson(db)
    const room = await insertRoom(db, { members: [person] })
    const [one, two] = [await say(person, room, 'one'), await say(person, room, 'two')]
    await mute(db, person, { until: inAnHour() })
    await remove(person, one.id)
    expect(talk.told().at(-1)).toMatchObject({ kind: 'deleted', roomId: room, messageId: one.id })
    expect(await storedIn(db, room)).toHaveLength(1)
    await talk.takeOut(room, person)
    await remove(person, two.id)
    expect(await storedIn(db, room)).toHaveLength(0)
    await expect(remove(person, two.id)).rejects.toMatchObject(gone)
  })

  test('nobody else’s, no hidden one, none in a room that one may not know of', async () => {
    const left = await insertPerson(db)
    const room = await insertRoom(db, { members: [mara], admins: [juno] })
    const secret = await insertRoom(db, { type: 'private', members: [left] })
    const [hers, hidden, away] = [
      await say(mara, room, 'hers'),
      await say(mara, room, 'hidden'),
      await say(left, secret, 'away'),
    ]
    await hide(hidden.id)
    await talk.takeOut(secret, left)
    const before = await clock()
    for (const [person, id] of [
      [juno, hers.id],
      [mara, hidden.id],
      [left, away.id],
      [mara, newId()],
      [mara, 'x'],
    ] as const)
      await expect(remove(person, id)).rejects.toMatchObject(gone)
    expect(await clock()).toBe(before)
  })
})

describe('typing', () => {
  test('is told of who could send, under the name that they have', async () => {
    const muted = await insertPerson(db)
    const room = await insertRoom(db, { members: [mara, muted] })
    const secret = await insertRoom(db, { type: 'private' })
    await mute(db, muted, { roomId: room, until: inAnHour() })
    const before = talk.typing.length
    for (const person of [mara, muted, juno]) await talk.as(person).messages.typing({ roomId: room })
    expect(talk.typing.slice(before)).toEqual([{ roomId: room, id: mara, name: 'Mara Voss' }])
    for (const roomId of [secret, newId(), 'x'])
      await expect(talk.as(mara).messages.typing({ roomId })).rejects.toMatchObject(gone)
  })
})

describe('the pace', () => {
  test('20 messages in 10 seconds, in a clear word; what is stored is answered all the same', async () => {
    const hasty = paced(db)
    const person = await insertPerson(db)
    const room = await insertRoom(db, { members: [person] })
    const send = (clientId: string) =>
      hasty.as(person).messages.send({ roomId: room, clientId, content: 'hey' })
    const ids = Array.from({ length: 20 }, newId)
    for (const id of ids) await send(id)
    await expect(send(newId())).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      message: expect.stringMatching(/^You are sending messages too fast\. Wait (?:\d+ seconds|1 second)\.$/),
      data: { retryAfterSeconds: expect.any(Number) },
    })
    expect(await send((ids[3] ?? '').toUpperCase())).toMatchObject({ clientId: ids[3], content: 'hey' })
    expect(await storedIn(db, room)).toHaveLength(20)
    // Nobody else pays for it, and neither does reading.
    await hasty.say(mara, await insertRoom(db, { members: [mara] }), 'hello')
    await hasty.as(person).messages.list({ roomId: room })
  })

  test('slow mode says how long in words', async () => {
    const room = await insertRoom(db, { members: [mara], slowModeSeconds: 300 })
    await say(mara, room, 'one')
    await expect(say(mara, room, 'two')).rejects.toMatchObject({
      code: 'SLOW_MODE',
      status: 429,
      message: 'This room is in slow mode. Wait 5 minutes.',
      data: { retryAfterSeconds: 300 },
    })
  })

  test('edits and removals have one too', async () => {
    const hasty = paced(db)
    const person = await insertPerson(db)
    const nothing = () => hasty.as(person).messages.remove({ messageId: newId() })
    for (let n = 0; n < 40; n += 1) await expect(nothing()).rejects.toMatchObject(gone)
    await expect(nothing()).rejects.toMatchObject({
      message: expect.stringMatching(/^You are changing messages too fast\. Wait /),
    })
  })
})

describe('H-02 the feed', () => {
  test('the ten latest of all rooms that one can read, newest first, with sender and room', async () => {
    const reader = await insertPerson(db)
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
      .values({ room_id: unseen[2] ?? '', user_id: reader, why: 'Scams' })
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

  test('not what is hidden, nor of people one folds away; what others see does not change', async () => {
    const [reader, loud] = [await insertPerson(db), await insertPerson(db)]
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

  test('empty where there is nothing to read yet', async () => {
    const empty = await createTestDatabase()
    const reader = await insertPerson(empty.db)
    expect(await createTalk(empty.db).as(reader).messages.feed()).toEqual({ messages: [], seq: 0 })
    await empty.drop()
  })
})
