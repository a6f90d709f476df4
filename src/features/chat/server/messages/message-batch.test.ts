import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import type { Sending } from './sending'
import { insertMute, insertPersonId, insertRoom, storedIn } from '../testing'
import { createTalk } from './testing'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const HOUR = 3_600_000
const inAnHour = () => new Date(Date.now() + HOUR)
const sending = (
  personId: string,
  roomId: string,
  content: string,
  more: Partial<Sending> = {},
): Sending => ({
  personId,
  roomId,
  content,
  clientId: newId(),
  isModerator: false,
  ...more,
})
const clock = async () => (await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()).seq

describe('storing', () => {
  test('CH-08 a message is stored with its number, event and sender before anyone is notified', async () => {
    const mara = await insertPersonId(db, 'Mara Voss')
    const room = await insertRoom(db, { members: [mara] })
    const talk = createTalk(db)
    const clientId = newId()
    const outcome = await talk.send(sending(mara, room, 'Doors at ten', { clientId }))

    const [stored] = await storedIn(db, room)
    expect(outcome).toEqual({
      kind: 'stored',
      isNew: true,
      message: {
        id: stored?.id,
        roomId: room,
        seq: stored?.seq,
        sender: { id: mara, name: 'Mara Voss', avatarUrl: null },
        content: 'Doors at ten',
        createdAt: stored?.created_at.toISOString(),
        isEdited: false,
        isHidden: false,
        clientId,
      },
    })
    const events = await db.selectFrom('chat_events').selectAll().where('room_id', '=', room).execute()
    expect(events).toMatchObject([
      { seq: stored?.seq, kind: 'message', message_id: stored?.id, user_id: null },
    ])
    expect(talk.batches).toHaveLength(1)
    expect(talk.announced).toMatchObject([
      {
        kind: 'message',
        seq: stored?.seq,
        messageId: stored?.id,
        message: { content: 'Doors at ten', clientId },
      },
    ])
    expect(talk.batches[0]?.numbers.last).toBe(await clock())
    const member = await db
      .selectFrom('chat_room_members')
      .select(['last_read_seq', 'last_sent_at'])
      .where('room_id', '=', room)
      .executeTakeFirstOrThrow()
    expect(member).toEqual({ last_read_seq: stored?.seq, last_sent_at: stored?.created_at })
  })

  test('stores concurrent messages in batches: each gets its own response, and each batch is announced once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => insertPersonId(db)))
    const rooms = await Promise.all([
      insertRoom(db, { members: people }),
      insertRoom(db, { members: people }),
    ])
    const talk = createTalk(db)
    const sent = Array.from({ length: 600 }, (_, n) =>
      sending(people[n % 5] ?? '', rooms[n % 2] ?? '', `${n} "quoted", {braced} \\ back, null`),
    )
    const outcomes = await Promise.all(sent.map((one) => talk.send(one)))
    outcomes.forEach((outcome, n) =>
      expect(outcome).toMatchObject({
        kind: 'stored',
        isNew: true,
        message: {
          content: sent[n]?.content,
          clientId: sent[n]?.clientId,
          sender: { id: sent[n]?.personId },
        },
      }),
    )
    expect(talk.batches).toHaveLength(3)
    for (const room of rooms) {
      const stored = await storedIn(db, room)
      for (const person of people)
        expect(stored.filter((row) => row.user_id === person).map((row) => row.client_id)).toEqual(
          sent.filter((one) => one.personId === person && one.roomId === room).map((one) => one.clientId),
        )
      const times = stored.map((row) => row.created_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    // Consumers of the announcements rely on this: event numbers ascend, and each announcement starts where the
    // previous one ended.
    const seqs = talk.announced.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    expect(new Set(seqs).size).toBe(600)
    talk.batches
      .slice(1)
      .forEach(({ numbers }, n) => expect(numbers.previous).toBe(talk.batches[n]?.numbers.last))
  })

  test('a refused message does not affect the rest of the batch', async () => {
    const [mara, outsider] = [await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { members: [mara] })
    const talk = createTalk(db)
    const outcomes = await Promise.all([
      talk.send(sending(mara, room, 'one')),
      talk.send(sending(outsider, room, 'let me in')),
      talk.send(sending(mara, newId(), 'nowhere')),
      talk.send(sending(newId(), room, 'nobody')),
      talk.send(sending(mara, room, 'two')),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'stored',
      'not_member',
      'not_found',
      'not_found',
      'stored',
    ])
    expect((await storedIn(db, room)).map(({ content }) => content)).toEqual(['one', 'two'])
  })

  test('a message that the database refuses fails alone', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara] })
    const talk = createTalk(db)
    const outcomes = await Promise.allSettled([
      talk.send(sending(mara, room, 'one')),
      talk.send(sending(mara, room, '')),
      talk.send(sending(mara, room, 'two')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await storedIn(db, room)).map(({ content }) => content)).toEqual(['one', 'two'])
  })

  test('if nothing was stored, the clock does not advance and no one is notified', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, {})
    const talk = createTalk(db)
    const before = await clock()
    await talk.send(sending(mara, room, 'hello?'))
    expect(await clock()).toBe(before)
    expect(talk.batches).toEqual([])
  })
})

describe('resending', () => {
  test('the same message sent twenty times concurrently through two processes is stored once and returned twenty times', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara] })
    const [here, there] = [createTalk(db), createTalk(db)]
    for (let round = 0; round < 10; round += 1) {
      const again = sending(mara, room, `round ${round}`)
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? here : there).send({ ...again })),
      )
      const messages = outcomes.map((outcome) => outcome.kind === 'stored' && outcome.message)
      for (const message of messages) expect(message).toEqual(messages[0])
      expect(messages[0]).toMatchObject({ content: `round ${round}` })
    }
    expect(await storedIn(db, room)).toHaveLength(10)
    expect([...here.announced, ...there.announced]).toHaveLength(10)
    // Twenty different ids make twenty messages: only the id identifies a message.
    await Promise.all(Array.from({ length: 20 }, () => here.send(sending(mara, room, 'round 0'))))
    expect(await storedIn(db, room)).toHaveLength(30)
  })

  test('returns the stored message even if the resent text differs', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara] })
    const talk = createTalk(db)
    const first = sending(mara, room, 'as it was')
    const { message } = (await talk.send(first)) as { message: object }
    const again = await talk.send({ ...first, content: 'otherwise' })
    expect(again).toEqual({ kind: 'stored', message, isNew: false })
  })

  test('returns the stored message even if the sender may no longer write or has to wait', async () => {
    const mara = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara], slowModeSeconds: 60 })
    const talk = createTalk(db)
    const first = sending(mara, room, 'just in time')
    expect(await talk.send(first)).toMatchObject({ isNew: true })
    expect(await talk.send(first)).toMatchObject({ kind: 'stored', isNew: false })
    await insertMute(db, mara, { roomId: room, until: inAnHour() })
    expect(await talk.send(first)).toMatchObject({ kind: 'stored', isNew: false })
    await talk.takeOut(room, mara)
    expect(await talk.send(first)).toMatchObject({ kind: 'stored', isNew: false })
  })

  test('refuses a resend in another room with its own error, also concurrently and beyond the rate limit', async () => {
    const mara = await insertPersonId(db)
    const [room, other] = [
      await insertRoom(db, { members: [mara] }),
      await insertRoom(db, { members: [mara] }),
    ]
    const { as } = createTalk(db, createLimits())
    const send = (roomId: string, clientId: string) =>
      as(mara).messages.send({ roomId, clientId, content: 'hey' })
    const used = { code: 'CLIENT_ID_USED', status: 409, message: 'This was already sent to another room.' }
    const clientId = newId()
    await send(room, clientId)
    await expect(send(other, clientId)).rejects.toMatchObject(used)
    expect(await send(room.toUpperCase(), clientId)).toMatchObject({ roomId: room, clientId })
    const both = newId()
    const [first, second] = await Promise.allSettled([send(room, both), send(other, both)])
    expect(first).toMatchObject({ status: 'fulfilled', value: { roomId: room } })
    expect(second).toMatchObject({ status: 'rejected', reason: used })
    for (let n = 0; n < 20; n += 1) await send(room, newId()).catch(() => undefined)
    await expect(send(other, clientId)).rejects.toMatchObject(used)
    expect(await storedIn(db, other)).toEqual([])
  })

  test('the same id from another person is a different message', async () => {
    const [mara, juno] = [await insertPersonId(db), await insertPersonId(db)]
    const room = await insertRoom(db, { members: [mara, juno] })
    const talk = createTalk(db)
    const clientId = newId()
    await Promise.all([
      talk.send(sending(mara, room, 'mine', { clientId })),
      talk.send(sending(juno, room, 'no, mine', { clientId })),
    ])
    expect((await storedIn(db, room)).map(({ content }) => content)).toEqual(['mine', 'no, mine'])
  })
})
