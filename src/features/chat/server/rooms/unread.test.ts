import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestChat, insertMessage, insertPerson, insertRoom } from '../testing'
import { listRooms } from './list-rooms'
import { countUnread } from './unread'

let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})

afterAll(() => drop())

/**
 * Returns the test database, changed so that it runs `write` after every statement, to simulate concurrent writers.
 */
function busyDatabase(write: () => Promise<unknown>): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await write()
      return result
    },
  })
}

test('M-02 CH-09 unread counts and their event number come from one snapshot: a message is counted or delivered later, never both', async () => {
  const [ada, bo] = [await insertPerson(db), await insertPerson(db)]
  const room = await insertRoom(db, { admins: [ada], members: [bo] })
  const seqs: number[] = []
  const write = async () => seqs.push((await insertMessage(db, room, ada)).seq)
  await write()
  const context = { ...createTestChat(db).contextOf(bo), db: busyDatabase(write) }
  const counted = await countUnread(context)
  expect(counted.rooms).toEqual([{ roomId: room, unread: seqs.filter((seq) => seq <= counted.seq).length }])
  const listed = await listRooms(context, { search: '' })
  expect(listed.rooms).toMatchObject([{ id: room, unread: seqs.filter((seq) => seq <= listed.seq).length }])
})

test('a person without rooms still gets the event number', async () => {
  const context = createTestChat(db).contextOf(await insertPerson(db))
  const last = await insertMessage(db, await insertRoom(db, { joinBy: 'invitation' }), await insertPerson(db))
  expect(await countUnread(context)).toEqual({ unread: 0, rooms: [], hiddenPeople: [], seq: last.seq })
  expect(await listRooms(context, { search: 'nothing is called this' })).toEqual({ rooms: [], seq: last.seq })
})
