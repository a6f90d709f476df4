import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('CH-09 sends the read position to the person’s own streams in every process, and to no one else', async () => {
  const [here, there] = processes
  if (!here || !there) throw new Error('two were started')
  const { db } = database
  const [ana, ben] = [await insertPersonId(db), await insertPersonId(db)]
  const roomId = await insertRoom(db, { members: [ana, ben] })
  const own = [await here.follow(ana), await here.follow(ana), await there.follow(ana)]
  const others = [await here.follow(ben), await there.follow(ben)]
  const heard = (tabs: typeof own) =>
    tabs.map((tab) => tab.events.filter(({ event }) => event === 'read').map(({ id, data }) => [id, data]))

  here.chat.notifyRead(ana, { roomId, seq: 9, lastReadSeq: 7 })
  const notified = [[null, { roomId, seq: 9, lastReadSeq: 7 }]]
  await soon(() => heard(own)).toEqual([notified, notified, notified])
  there.live.signal('chat.read', { userId: ana, position: 'nonsense' }, { userId: ana })
  // Uses the same channel as the invalid signal: once this position has arrived, anything sent by mistake would have
  // arrived too.
  there.chat.notifyRead(ana, { roomId, seq: 10, lastReadSeq: 10 })
  await soon(() => heard(own).map((events) => events.length)).toEqual([2, 2, 2])
  expect(heard(others)).toEqual([[], []])
  for (const tab of [...own, ...others]) tab.close()
})
