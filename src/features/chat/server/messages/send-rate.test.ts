import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { insertMute, insertPersonId, insertRoom, storedIn } from '../testing'
import { createTalk, paced } from './testing'

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

const gone = { code: 'NOT_FOUND', status: 404 }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)

describe('typing signals', () => {
  test('only people who can send are shown as typing, under their current name', async () => {
    const muted = await insertPersonId(db)
    const room = await insertRoom(db, { members: [mara, muted] })
    const secret = await insertRoom(db, { type: 'private' })
    await insertMute(db, muted, { roomId: room, until: inAnHour() })
    const before = talk.typing.length
    for (const person of [mara, muted, juno]) await talk.as(person).messages.typing({ roomId: room })
    expect(talk.typing.slice(before)).toEqual([{ roomId: room, id: mara, name: 'Mara Voss' }])
    for (const roomId of [secret, newId(), 'x'])
      await expect(talk.as(mara).messages.typing({ roomId })).rejects.toMatchObject(gone)
  })
})

describe('rate limits', () => {
  test('allows 20 messages in 10 seconds, then refuses with a clear message; stored messages are still returned', async () => {
    const hasty = paced(db)
    const person = await insertPersonId(db)
    const room = await insertRoom(db, { members: [person] })
    const send = (clientId: string) =>
      hasty.as(person).messages.send({ roomId: room, clientId, content: 'hey' })
    const ids = Array.from({ length: 20 }, newId)
    for (const id of ids) await send(id)
    await expect(send(newId())).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      message: expect.stringMatching(/^You’re sending messages too fast\. Wait (?:\d+ seconds|1 second)\.$/),
      data: { retryAfterSeconds: expect.any(Number) },
    })
    expect(await send((ids[3] ?? '').toUpperCase())).toMatchObject({ clientId: ids[3], content: 'hey' })
    expect(await storedIn(db, room)).toHaveLength(20)
    // The limit of one sender affects neither other senders nor reading.
    await hasty.say(mara, await insertRoom(db, { members: [mara] }), 'hello')
    await hasty.as(person).messages.list({ roomId: room })
  })

  test('a message that slow mode refuses gets an error with the remaining time', async () => {
    const room = await insertRoom(db, { members: [mara], slowModeSeconds: 300 })
    await say(mara, room, 'one')
    await expect(say(mara, room, 'two')).rejects.toMatchObject({
      code: 'SLOW_MODE',
      status: 429,
      message: 'This room is in slow mode. Wait 5 minutes.',
      data: { retryAfterSeconds: 300 },
    })
  })

  test('edits and deletions have a rate limit too', async () => {
    const hasty = paced(db)
    const person = await insertPersonId(db)
    const nothing = () => hasty.as(person).messages.remove({ messageId: newId() })
    for (let n = 0; n < 40; n += 1) await expect(nothing()).rejects.toMatchObject(gone)
    await expect(nothing()).rejects.toMatchObject({
      message: expect.stringMatching(/^You’re changing messages too fast\. Wait /),
    })
  })
})
