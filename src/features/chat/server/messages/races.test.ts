import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { insertPersonId, insertRoom, storedIn } from '../testing'
import { createTalk } from './testing'
import { isLongRun } from '~tests/support/long-run'

const ROUNDS = isLongRun ? 40 : 12

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('if members are removed while they send, every stored message has a lower number than the removal', async () => {
  const [mara, juno] = [await insertPersonId(db), await insertPersonId(db)]
  const talks = [createTalk(db), createTalk(db), createTalk(db)]
  for (let round = 0; round < ROUNDS; round += 1) {
    const room = await insertRoom(db, { type: 'private', members: [mara, juno] })
    let stored = 0
    // Resolves when Mara's removal may start: after a different number of messages in each round.
    const isTime = Promise.withResolvers<void>()
    const send = async (place: number) => {
      const message = { personId: mara, isModerator: false, roomId: room, content: `${place}` }
      for (let count = 0; count < 500; count += 1) {
        const outcome = await talks[place % 3]?.send({ ...message, clientId: newId() })
        if (outcome?.kind !== 'stored') return outcome?.kind
        stored += 1
        if (stored > round) isTime.resolve()
      }
      return 'never refused'
    }
    const senders = Array.from({ length: 6 }, (_, place) => send(place))
    await Promise.race([isTime.promise, Promise.all(senders)])
    const removedAt = await talks[0]?.takeOut(room, mara)
    // Every sender was refused after the removal.
    expect(new Set(await Promise.all(senders))).toEqual(new Set(['not_found']))
    const rows = await storedIn(db, room)
    expect(rows).toHaveLength(stored)
    expect(stored).toBeGreaterThan(round)
    for (const { seq } of rows) expect(seq).toBeLessThan(removedAt ?? 0)
  }
})

test("a sender's consecutive messages are stored in the order sent, even with concurrent senders", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => insertPersonId(db)))
  const room = await insertRoom(db, { members: people })
  const talks = [createTalk(db), createTalk(db)]
  const acknowledged = await Promise.all(
    people.map(async (person, p) => {
      const ids: string[] = []
      for (let n = 0; n < 30; n += 1) {
        const message = await talks[p % 2]?.say(person, room, `${n}`)
        ids.push(message?.id ?? '')
      }
      return ids
    }),
  )
  const rows = await storedIn(db, room)
  people.forEach((person, p) =>
    expect(rows.filter((row) => row.user_id === person).map(({ id }) => id)).toEqual(acknowledged[p]),
  )
})

test('after concurrent edits, removals and sends, the events match the stored messages, in order', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => insertPersonId(db)))
  const room = await insertRoom(db, { members: people })
  const talks = [createTalk(db), createTalk(db)]
  await Promise.all(
    people.map(async (person, p) => {
      const talk = talks[p % 2]
      for (let n = 0; n < 12; n += 1) {
        const message = await talk?.say(person, room, `${n}`)
        const messageId = message?.id ?? ''
        if (n % 3 === 1) await talk?.as(person).messages.edit({ messageId, content: `${n}, again` })
        if (n % 3 === 2) await talk?.as(person).messages.remove({ messageId })
      }
    }),
  )
  const events = await db
    .selectFrom('chat_events')
    .select(['seq', 'kind', 'message_id'])
    .where('room_id', '=', room)
    .orderBy('seq')
    .execute()
  const notified = talks.flatMap((talk) => talk.announced).toSorted((a, b) => a.seq - b.seq)
  expect(notified.map(({ seq, kind }) => [seq, kind])).toEqual(events.map(({ seq, kind }) => [seq, kind]))
  const standing = new Set<string>()
  for (const { kind, message_id: id } of events) {
    if (kind === 'message') standing.add(id ?? '')
    else expect(standing.has(id ?? ''), 'a change refers to an existing message').toBe(true)
    if (kind === 'deleted') standing.delete(id ?? '')
  }
  expect((await storedIn(db, room)).map(({ id }) => id).toSorted()).toEqual([...standing].toSorted())
  expect(standing.size).toBe(32)
})
