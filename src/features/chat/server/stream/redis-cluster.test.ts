import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import { connectRedis } from '~/platform/redis/connect-redis'
import { createTestDatabase } from '~tests/support/database'
import { countReceived, startRedisCluster } from '~tests/support/redis-server'
import { insertPersonId, insertRoom } from '../testing'
import { getRoomChannel } from './audience'
import { soon, startProcess } from './testing'

const NEVER = 3_600_000
const log = createLog({ level: 'silent' })
let database: Awaited<ReturnType<typeof createTestDatabase>>
let cluster: Awaited<ReturnType<typeof startRedisCluster>>
let db: Database
const stops: (() => unknown)[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  cluster = await startRedisCluster()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await cluster.stop()
  await database.drop()
})

/** Starts a process that is connected through the cluster. */
async function start({ pollMs = NEVER } = {}) {
  const redis = connectRedis(cluster.url, log)
  const received = countReceived(redis)
  const live = createLive({ redis, log })
  const started = startProcess(db, { live, pollMs })
  stops.push(
    () => started.close(),
    () => live.close(),
    () => redis.disconnect(),
  )
  await expect.poll(() => redis.status).toBe('ready')
  return { ...started, received }
}

/** Inserts rooms until one has its channel on the given node of the Redis cluster. */
async function insertRoomOn(node: number, members: string[]): Promise<string> {
  for (;;) {
    const roomId = await insertRoom(db, { members })
    if ((await cluster.findNode(getChannel(roomId))) === node) return roomId
  }
}

const getChannel = (roomId: string) => `back-to-back:name:${getRoomChannel(roomId)}`

/** Waits until this many processes are subscribed to the room. */
const waitUntilSubscribed = (roomId: string, count: number) =>
  soon(() => cluster.countSubscribers(getChannel(roomId))).toBe(count)

/** Returns the numbers of all events of a room. */
const listNumbers = async (roomId: string) =>
  (
    await db.selectFrom('chat_events').select('seq').where('room_id', '=', roomId).orderBy('seq').execute()
  ).map(({ seq }) => seq)

test('while a shard is stopped, its rooms are polled and others are signalled; nothing is lost or doubled', async () => {
  const people: string[] = []
  for (let count = 0; count < 4; count += 1) people.push(await insertPersonId(db))
  const [ana = '', ben = '', cem = '', dua = ''] = people
  const rooms = [
    await insertRoomOn(0, [ana]),
    await insertRoomOn(1, [ben, cem]),
    await insertRoomOn(2, [dua]),
  ]
  const [first = '', second = '', third = ''] = rooms
  const writer = await start()
  // Only one of the processes polls. Each has the stream of one person only, since a signal for any room makes a
  // process read the events of all its rooms.
  const [signalled, polling, silent, other] = [
    await start(),
    await start({ pollMs: 50 }),
    await start(),
    await start(),
  ]
  const tabs = [
    { roomId: first, tab: await signalled.follow(ana) },
    { roomId: second, tab: await polling.follow(ben) },
    { roomId: second, tab: await silent.follow(cem) },
    { roomId: third, tab: await other.follow(dua) },
  ] as const
  for (const roomId of rooms) {
    await waitUntilSubscribed(roomId, roomId === second ? 2 : 1)
    await writer.post(roomId, ana, 'before')
  }
  for (const { roomId, tab } of tabs) await soon(() => tab.numbers()).toEqual(await listNumbers(roomId))

  await cluster.kill(1)
  const silentBefore = tabs[2].tab.numbers()
  for (let count = 0; count < 5; count += 1)
    for (const roomId of rooms) await writer.post(roomId, ana, `stopped ${count}`)
  for (const { roomId, tab } of [tabs[0], tabs[1], tabs[3]])
    await soon(() => tab.numbers()).toEqual(await listNumbers(roomId))
  // Control: neither a signal nor a poll reached this process.
  expect(tabs[2].tab.numbers()).toEqual(silentBefore)

  await cluster.restart(1)
  await waitUntilSubscribed(second, 2)
  await writer.post(second, ana, 'after')
  for (const { roomId, tab } of tabs) await soon(() => tab.numbers()).toEqual(await listNumbers(roomId))
})

test('a process receives only messages about rooms that it follows', async () => {
  const [ana, ben] = [await insertPersonId(db), await insertPersonId(db)]
  const rooms: string[] = []
  for (let count = 0; count < 10; count += 1)
    rooms.push(await insertRoom(db, { members: count < 2 ? [ana, ben] : [ben] }))
  const [writer, few, all, idle] = [await start(), await start(), await start(), await start()]
  const tabs = [await few.follow(ana), await all.follow(ben)] as const
  for (const [index, roomId] of rooms.entries()) await waitUntilSubscribed(roomId, index < 2 ? 2 : 1)
  const before = [few.received(), all.received()] as const
  for (let count = 0; count < 5; count += 1)
    for (const roomId of rooms) {
      const posted = await writer.post(roomId, ben, `message ${count}`)
      await soon(() => tabs[1].numbers().at(-1)).toBe(posted)
      if (rooms.indexOf(roomId) < 2) await soon(() => tabs[0].numbers().at(-1)).toBe(posted)
    }
  expect([few.received() - before[0], all.received() - before[1], idle.received()]).toEqual([10, 50, 0])
})
