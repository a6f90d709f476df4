import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLog } from '~/platform/log/log'
import { createTestDatabase } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'
import { appendEvents } from '../append-events'
import { takeEventNumbers } from '../event-numbers'
import { insertPersonId, insertRoom } from '../testing'
import { getSnapshot } from './access'
import { createAudience, type Follower } from './audience'
import { readEventLog } from './event-log'
import { createTail } from './tail'
import { parseEvents, type Process, startProcess } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
/** Another server process, which writes events and has no streams. */
let writer: Process
let ana: string
let ben: string
const tails: ReturnType<typeof createTail>[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  writer = startProcess(db)
  ana = await insertPersonId(db, 'Ana')
  ben = await insertPersonId(db, 'Ben')
})
afterEach(() => {
  for (const tail of tails.splice(0)) tail.close()
})
afterAll(async () => {
  writer.close()
  await database.drop()
})

/**
 * Starts a tail that never polls. `isChecked` false: the tail doesn't check whether its room filter became incomplete
 * during a read.
 */
function startTail({ isChecked, ...options }: { isChecked: boolean; db?: Database }) {
  const audience = createAudience()
  const unchecked = {
    ...audience,
    generation: () => 0,
    getFilter: () => ({ ...audience.getFilter(), generation: 0 }),
  }
  const tail = createTail({
    db: options.db ?? db,
    log: createLog({ level: 'silent' }),
    audience: isChecked ? audience : unchecked,
    pollMs: 3_600_000,
  })
  tails.push(tail)
  async function open(userId: string) {
    let text = ''
    const follower: Follower = {
      userId,
      watch: null,
      write: (bytes) => void (text += Buffer.from(bytes).toString()),
      cut: () => undefined,
      rooms: new Set(),
      waiting: [],
      notifiedUpTo: undefined,
    }
    await tail.skipWhileEmpty()
    audience.enter(follower)
    const { roomIds, clock } = await getSnapshot(db, userId, null)
    audience.catchUp(follower, roomIds, clock)
    audience.settle(tail.head())
    tail.reach(clock)
    return { numbers: () => parseEvents(text).map(({ id }) => id) }
  }
  return { tail, audience, open }
}

const cases = [
  { isChecked: true, title: 'each event arrives' },
  { isChecked: false, title: 'control: without the check, an event is lost' },
]

describe('a person joins a room, and its next message is in the same read', () => {
  test.each(cases)('$title', async ({ isChecked }) => {
    const { tail, open } = startTail({ isChecked })
    await insertRoom(db, { members: [ana] })
    const roomId = await insertRoom(db, { type: 'private', members: [ben] })
    const tab = await open(ana)
    const joined = await writer.join(roomId, ana)
    const posted = await writer.post(roomId, ben, 'welcome')
    tail.advanceKnown(posted)
    await expect.poll(() => tail.head()).toBe(posted)
    expect(tab.numbers()).toEqual(isChecked ? [joined, posted] : [joined])
  })
})

describe('a stream opens after the rooms of a read were chosen and before it reaches the database', () => {
  test.each(cases)('$title', async ({ isChecked }) => {
    const { tail, open } = startTail({ isChecked })
    await insertRoom(db, { members: [ana] })
    const roomId = await insertRoom(db, { type: 'private', members: [ben] })
    await open(ana)
    const { posted, tab } = await db.transaction().execute(async (trx) => {
      await sql`lock table chat_events in access exclusive mode`.execute(trx)
      tail.advanceKnown(tail.head() + 1)
      await untilBlocked(db)
      const opened = await open(ben)
      const { first } = await takeEventNumbers(trx)
      const messageId = newId()
      await sql`insert into chat_messages (id, room_id, user_id, content, seq)
        values (${messageId}, ${roomId}, ${ben}, 'hello', ${first})`.execute(trx)
      await appendEvents(trx, [{ seq: first, kind: 'message', roomId, messageId }])
      return { posted: first, tab: opened }
    })
    await expect.poll(() => tail.head()).toBe(posted)
    expect(tab.numbers()).toEqual(isChecked ? [posted] : [])
  })
})

test('a read contains the events of its rooms and all changes of rooms and members', async () => {
  const [roomId, other] = [await insertRoom(db, { members: [ana] }), await insertRoom(db, { members: [ben] })]
  const start = await writer.post(roomId, ana, 'before')
  const seqs = [
    await writer.post(other, ben, 'elsewhere'),
    await writer.post(roomId, ana, 'here'),
    await writer.leave(other, ben),
    await writer.setActive(other, true),
    await writer.post(other, ben, 'elsewhere'),
  ]
  const read = async (roomIds: string[] | null, limit = 500) => {
    const { events, upTo } = await readEventLog(db, start, limit, roomIds)
    return { upTo, places: events.map(({ seq }) => seqs.indexOf(seq)) }
  }
  expect(await read(null)).toEqual({ upTo: seqs[4], places: [0, 1, 2, 3, 4] })
  expect(await read([roomId])).toEqual({ upTo: seqs[4], places: [1, 2, 3] })
  expect(await read([])).toEqual({ upTo: seqs[4], places: [2, 3] })
  expect(await read([roomId], 2)).toEqual({ upTo: seqs[2], places: [1, 2] })
})

test('signals that arrive soon after a read share the next one', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let queries = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const { tail, open } = startTail({ isChecked: true, db: counted })
  const roomId = await insertRoom(db, { members: [ana] })
  const tab = await open(ana)
  queries = 0
  const posted: number[] = []
  // Polls by itself, because the polling of vitest would advance the fake timers.
  async function waitForHead(seq: number | undefined) {
    while (tail.head() !== seq) await new Promise((resolve) => setImmediate(resolve))
  }
  async function post() {
    const seq = await writer.post(roomId, ben, 'hello')
    posted.push(seq)
    tail.advanceKnown(seq)
  }
  await post()
  await waitForHead(posted[0])
  const queriesOfRead = queries
  expect(queriesOfRead).toBeGreaterThan(0)
  await post()
  await post()
  await post()
  expect(queries).toBe(queriesOfRead)
  vi.advanceTimersByTime(10)
  await waitForHead(posted[3])
  expect(queries).toBe(2 * queriesOfRead)
  expect(tab.numbers()).toEqual(posted)
})

test('reads the events of all rooms while the rooms of a stream are not known, or when there are too many', () => {
  const audience = createAudience()
  const enter = (userId: string): Follower => {
    const follower: Follower = {
      userId,
      watch: null,
      write: () => undefined,
      cut: () => undefined,
      rooms: new Set(),
      waiting: [],
      notifiedUpTo: undefined,
    }
    audience.enter(follower)
    return follower
  }
  const listRoomIds = () => audience.getFilter().roomIds
  const first = enter('ana')
  expect(listRoomIds()).toBeNull()
  audience.catchUp(first, ['a', 'b'], 0)
  expect(listRoomIds()).toEqual(['a', 'b'])
  const before = audience.generation()
  const second = enter('ben')
  expect([listRoomIds(), audience.generation()]).toEqual([null, before + 1])
  audience.catchUp(second, ['b'], 0)
  expect([listRoomIds(), audience.generation()]).toEqual([['a', 'b'], before + 1])
  audience.leave(first)
  expect(listRoomIds()).toEqual(['b'])
  const many = Array.from({ length: 1001 }, (_, count) => `room ${count}`)
  audience.catchUp(enter('cem'), many, 0)
  expect(listRoomIds()).toBeNull()
})
