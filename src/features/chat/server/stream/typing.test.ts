import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { insertPersonId, insertRoom } from '../testing'
import { connectLiveBuses, type Process, soon, startProcess } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let processes: Process[]
beforeAll(async () => {
  database = await createTestDatabase()
  processes = connectLiveBuses(2).map((live) => startProcess(database.db, { live }))
})
afterAll(async () => {
  for (const one of processes) one.close()
  await database.drop()
})

test('shows who is typing to others in the room, in every process, at most once in three seconds', async () => {
  const [here, there] = processes
  if (!here || !there) throw new Error('two were started')
  const { db } = database
  const [ana, ben, cem] = [await insertPersonId(db), await insertPersonId(db), await insertPersonId(db)]
  const roomId = await insertRoom(db, { members: [ana, ben] })
  const tabs = [
    await here.follow(ana),
    await here.follow(ben),
    await there.follow(ben),
    await there.follow(ana),
  ]
  const outside = [await here.follow(cem), await there.follow(cem, { watch: 'feed' })]
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  const say = () => here.chat.notifyTyping(roomId, { id: ana, name: 'Ana' })
  const counts = () => tabs.map((tab) => tab.events.filter(({ event }) => event === 'typing').length)

  say()
  say()
  now.mockReturnValue(1_002_999)
  say()
  await soon(counts).toEqual([0, 1, 1, 0])
  expect(tabs[2]?.events.at(-1)).toEqual({
    event: 'typing',
    id: null,
    data: { roomId, personId: ana, name: 'Ana' },
  })
  now.mockReturnValue(1_003_000)
  say()
  here.chat.notifyTyping(roomId, { id: ben, name: 'Ben' })
  await soon(counts).toEqual([1, 2, 2, 1])
  // People who don't follow the room receive nothing; those who follow all rooms do.
  expect(outside.map((tab) => tab.events.filter(({ event }) => event === 'typing').length)).toEqual([0, 3])
  for (const tab of [...tabs, ...outside]) tab.close()
})
