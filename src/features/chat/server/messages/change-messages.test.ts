import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { insertMute, insertPersonId, insertRoom, storedIn } from '../testing'
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

const gone = { code: 'NOT_FOUND', status: 404 }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const say = (personId: string, roomId: string, content: string) => talk.say(personId, roomId, content)
const list = (personId: string, roomId: string, more: { before?: number; limit?: number } = {}) =>
  talk.as(personId).messages.list({ roomId, ...more })
const hide = (id: string) =>
  db
    .updateTable('chat_messages')
    .set({ hidden_at: new Date(), hidden_by: juno })
    .where('id', '=', id)
    .execute()
const clock = async () => (await db.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow()).seq

describe('edit', () => {
  const edit = (personId: string, messageId: string, content: string) =>
    talk.as(personId).messages.edit({ messageId, content })

  test('CH-05 changes the text of the caller’s own message, marks it (edited) and notifies followers', async () => {
    const room = await insertRoom(db, { members: [mara, juno] })
    const message = await say(mara, room, 'Dors at ten')
    const edited = await edit(mara, message.id, ' Doors at ten ')
    expect(edited).toEqual({ ...message, content: 'Doors at ten', isEdited: true })
    expect((await list(juno, room)).messages).toEqual([edited])
    expect(talk.announced.at(-1)).toMatchObject({ kind: 'changed', roomId: room, messageId: message.id })
    const { edited_at } = await db
      .selectFrom('chat_messages')
      .select('edited_at')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(edited_at).toBeInstanceOf(Date)
  })

  test('saving the same text changes nothing and notifies no one', async () => {
    const room = await insertRoom(db, { members: [mara] })
    const message = await say(mara, room, 'Doors at ten')
    const before = await clock()
    expect(await edit(mara, message.id, 'Doors at ten\n')).toEqual(message)
    expect(await clock()).toBe(before)
  })

  test('refuses to edit other people’s messages, hidden ones, and those in rooms the caller may not write in or read', async () => {
    const [muted, left] = [await insertPersonId(db), await insertPersonId(db)]
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
    await insertMute(db, muted, { roomId: room, until: inAnHour() })
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

  test('people can delete their own message, even if muted or no longer a member', async () => {
    const person = await insertPersonId(db)
    const room = await insertRoom(db, { members: [person] })
    const [one, two] = [await say(person, room, 'one'), await say(person, room, 'two')]
    await insertMute(db, person, { until: inAnHour() })
    await remove(person, one.id)
    expect(talk.announced.at(-1)).toMatchObject({ kind: 'deleted', roomId: room, messageId: one.id })
    expect(await storedIn(db, room)).toHaveLength(1)
    await talk.takeOut(room, person)
    await remove(person, two.id)
    expect(await storedIn(db, room)).toHaveLength(0)
    await expect(remove(person, two.id)).rejects.toMatchObject(gone)
  })

  test('refuses to delete other people’s messages, hidden ones, and those in rooms the caller can’t see', async () => {
    const left = await insertPersonId(db)
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
