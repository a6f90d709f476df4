import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { appendEvents, type ChatEvent } from '../append-events'
import { readLastEventNumber, takeEventNumbers } from '../event-numbers'
import { createAudience } from './audience'
import { createLog } from '~/platform/log/log'
import { createTail } from './tail'
import { insertPersonId, insertRoom } from '../testing'
import { connectLiveBuses, type Process, soon, startProcess } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let ana: string
let ben: string
const processes: Process[] = []
function start(options?: Parameters<typeof startProcess>[1]): Process {
  const started = startProcess(db, options)
  processes.push(started)
  return started
}

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  ana = await insertPersonId(db, 'Ana')
  ben = await insertPersonId(db, 'Ben')
})
afterEach(() => {
  for (const one of processes.splice(0)) one.close()
})
afterAll(() => database.drop())

const numbersOf = async (roomId: string, after = 0) =>
  (
    await sql<{ seq: number }>`
      select seq from chat_events where room_id = ${roomId} and seq > ${after} order by seq`.execute(db)
  ).rows.map(({ seq }) => seq)

test('CH-09 a message and its changes reach everyone who follows the room', async () => {
  const one = start()
  await db.updateTable('profiles').set({ avatar_url: '/media/a.webp' }).where('id', '=', ana).execute()
  const roomId = await insertRoom(db, { members: [ana, ben] })
  const [first, second] = [await one.follow(ana), await one.follow(ben)]
  const messageId = newId()
  const seq = await one.post(roomId, ana, 'Soundcheck at 8\n<b>sharp</b>', messageId)
  await soon(() => second.chat()).toHaveLength(1)
  const [event] = second.chat()
  expect(event).toEqual({
    kind: 'message',
    seq,
    isNew: true,
    message: {
      id: messageId,
      roomId,
      seq,
      sender: { id: ana, name: 'Ana', avatarUrl: '/media/a.webp' },
      content: 'Soundcheck at 8\n<b>sharp</b>',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isEdited: false,
      isHidden: false,
      clientId: null,
    },
  })
  const changes = [
    () => one.edit(roomId, messageId, 'Soundcheck at 9'),
    () => one.hide(roomId, messageId),
    () => one.remove(roomId, messageId),
  ]
  for (const [place, change] of changes.entries()) {
    await change()
    // Each event arrives before the next is written, so that its message is still current.
    await soon(() => first.chat()).toHaveLength(place + 2)
  }
  expect(first.chat().slice(1)).toMatchObject([
    { kind: 'message', isNew: false, message: { content: 'Soundcheck at 9', isEdited: true, seq } },
    { kind: 'message', isNew: false, message: { content: null, isHidden: true } },
    { kind: 'deleted', roomId, messageId },
  ])
  expect(second.chat()).toEqual(first.chat())
})

test('concurrent writes arrive in log order, each once', async () => {
  const one = start()
  const rooms = [await insertRoom(db, { members: [ana] }), await insertRoom(db, { members: [ana, ben] })]
  const tab = await one.follow(ana)
  const before = await readLastEventNumber(db)
  await Promise.all(
    Array.from({ length: 120 }, (_, count) => one.post(rooms[count % 2] ?? '', ben, `message ${count}`)),
  )
  const all = [...(await numbersOf(rooms[0] ?? '', before)), ...(await numbersOf(rooms[1] ?? '', before))]
  await soon(() => tab.numbers().length).toBeGreaterThanOrEqual(120)
  expect(tab.numbers()).toEqual(all.toSorted((a, b) => a - b))
  // An `at` event never has a lower number than the events received before it.
  const ids = tab.events.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
})

test('events arrive in order and once, even if announcements are repeated, missing or out of order', async () => {
  const one = start({ pollMs: 50 })
  const roomId = await insertRoom(db, { members: [ana] })
  const tab = await one.follow(ana)
  const write = (isUsed: boolean) =>
    db.transaction().execute(async (trx) => {
      const numbers = await takeEventNumbers(trx, 3)
      const seqs = [numbers.first, numbers.first + 1]
      const events: ChatEvent[] = isUsed
        ? seqs.map((seq) => ({ seq, kind: 'deleted', roomId, messageId: newId() }))
        : []
      await appendEvents(trx, events)
      return { numbers, events }
    })
  const [a, b, c, d, e] = [
    await write(true),
    await write(true),
    await write(false),
    await write(true),
    await write(true),
  ]
  for (const { numbers, events } of [d, c, a, a, d]) one.chat.announce(numbers, events)
  await soon(() => tab.numbers()).toEqual([a, b, d, e].flatMap(({ events }) => events.map(({ seq }) => seq)))
  one.chat.announce(b.numbers, b.events)
  one.chat.announce(e.numbers, e.events)
  // An event delivered twice would arrive before this one.
  const next = await write(true)
  one.chat.announce(next.numbers, next.events)
  await soon(() => tab.numbers().at(-1)).toBe(next.events.at(-1)?.seq)
  expect(tab.numbers()).toHaveLength(10)
})

test.for([
  ['a bus', () => connectLiveBuses(2), 60_000],
  ['polling', () => [undefined, undefined], 30],
] as const)(
  'two processes connected by %s both deliver everything once, in order',
  async ([, lives, pollMs]) => {
    const [here, there] = lives().map((live) => start({ ...(live ? { live } : {}), pollMs }))
    if (!here || !there) throw new Error('two were started')
    const roomId = await insertRoom(db, { members: [ana, ben] })
    const tabs = [await here.follow(ana), await there.follow(ben), await there.follow(ana)]
    const before = await readLastEventNumber(db)
    await Promise.all(
      Array.from({ length: 60 }, (_, count) =>
        (count % 3 ? here : there).post(roomId, ana, `message ${count}`),
      ),
    )
    await here.leave(roomId, ben)
    const last = await there.post(roomId, ana, 'without Ben')
    const log = await numbersOf(roomId, before)
    expect(log).toHaveLength(62)
    for (const tab of [tabs[0], tabs[2]]) await soon(() => tab?.numbers()).toEqual(log)
    await soon(() => tabs[1]?.numbers()).toEqual(log.filter((seq) => seq !== last))

    // Events of another process arrive even if this process writes nothing.
    log.push(await there.post(roomId, ana, 'alone'))
    await soon(() => tabs[0]?.numbers()).toEqual(log)
    for (let count = 0; count < 3; count += 1) {
      const many = Array.from({ length: 400 }, () => ({
        kind: 'deleted' as const,
        roomId,
        messageId: newId(),
      }))
      const first = await there.change(many, () => Promise.resolve())
      log.push(...many.map((_, place) => first + place))
    }
    await soon(() => tabs[0]?.numbers()).toEqual(log)
  },
)

test('a process delivers all events it missed, even if one read does not return them all', async () => {
  const [here, there] = [start({ pollMs: 300 }), start()]
  const roomId = await insertRoom(db, { members: [ana] })
  const tab = await here.follow(ana)
  const before = await readLastEventNumber(db)
  for (let count = 0; count < 3; count += 1)
    await there.change(
      Array.from({ length: 450 }, () => ({ kind: 'deleted' as const, roomId, messageId: newId() })),
      () => Promise.resolve(),
    )
  await soon(() => tab.numbers().length).toBe(1350)
  expect(tab.numbers()).toEqual(await numbersOf(roomId, before))
})

test('a stream sends its position only after catching up', async () => {
  const one = start()
  const roomId = await insertRoom(db, { members: [ana] })
  const [stays, after] = [await one.follow(ana), await readLastEventNumber(db)]
  const seq = await one.post(roomId, ana, 'one')
  const written: string[] = []
  const feed = one.chat.feed.open({
    userId: ana,
    search: new URLSearchParams({ after: String(after) }),
    lastEventId: null,
    write: (bytes) => void written.push(Buffer.from(bytes).toString()),
    cut: () => undefined,
  })
  const place = () => Buffer.from(feed.position() ?? []).toString()
  // A position sent now would make a reconnecting browser skip the missed events that aren't sent yet.
  expect(place()).toBe('')
  while (written.length === 0) {
    expect(place()).toBe('')
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await soon(place).toBe(`event: at\nid: ${seq}\ndata: {"seq":${seq}}\n\n`)
  feed.close()
  expect(place()).toBe('')
  stays.close()
})

test('no event is skipped if the database does not respond for a while', async () => {
  const roomId = await insertRoom(db, { members: [ana] })
  const other = start()
  let isAway = false
  let failures = 0
  // Reads go through a proxy that can block them; writes bypass it.
  const door = new Proxy(db, {
    get(target, key) {
      if (isAway) {
        failures += 1
        throw new Error('away')
      }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const one = startProcess(door, { pollMs: 40 })
  processes.push(one)
  const tab = await one.follow(ana)
  isAway = true
  const seqs = [
    await other.post(roomId, ben, 'one'),
    await other.join(roomId, ben),
    await other.post(roomId, ben, 'two'),
  ]
  const before = failures
  await soon(() => failures).toBeGreaterThan(before)
  expect(tab.numbers()).toEqual([])
  isAway = false
  await soon(() => tab.numbers()).toEqual(seqs)
})

test('a database restored to an earlier state closes every stream, so that clients reload', async () => {
  const roomId = await insertRoom(db, { members: [ana] })
  const one = start({ pollMs: 30 })
  await one.post(roomId, ana, 'before')
  const tab = await one.follow(ana)
  await sql`update chat_clock set seq = seq - 1`.execute(db)
  await soon(tab.isCut).toBe(true)
  await sql`update chat_clock set seq = seq + 1`.execute(db)
})

test('without streams, no events are read from the database', async () => {
  const audience = createAudience()
  const tail = createTail({ db, log: createLog({ level: 'silent' }), audience })
  const clock = await readLastEventNumber(db)
  await tail.skipWhileEmpty()
  expect(tail.head()).toBe(clock)
  tail.announce({ previous: clock + 5, first: clock + 6, last: clock + 6 }, [])
  expect(tail.head()).toBe(clock + 6)
  // Once a stream is open, no event is skipped.
  await sql`update chat_clock set seq = seq + 9`.execute(db)
  const skipping = tail.skipWhileEmpty()
  const fields = { userId: ana, watch: null, write: () => undefined, cut: () => undefined }
  audience.enter({ ...fields, rooms: new Set(), waiting: [], notifiedUpTo: undefined })
  await skipping
  expect(tail.head()).toBe(clock + 6)
  tail.close()
})

test('a slow database gets one poll at a time', async () => {
  let asked = 0
  const answer = Promise.withResolvers<{ seq: number }>()
  const slow = {
    selectFrom: () => ((asked += 1), { select: () => ({ executeTakeFirstOrThrow: () => answer.promise }) }),
  } as unknown as Database
  const audience = createAudience()
  const fields = { userId: ana, watch: null, write: () => undefined, cut: () => undefined }
  audience.enter({ ...fields, rooms: new Set(), waiting: [], notifiedUpTo: undefined })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const tail = createTail({ db: slow, log: createLog({ level: 'silent' }), audience, pollMs: 5 })
  await vi.advanceTimersByTimeAsync(60)
  expect(asked).toBe(1)
  answer.resolve({ seq: 0 })
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toBeGreaterThan(1)
  tail.close()
})

test('a process that slept until undelivered events were deleted closes every stream, so that clients reload', async () => {
  const one = start({ pollMs: 30 })
  const tab = await one.follow(ana)
  await sql`update chat_clock set seq = seq + 5, trimmed_seq = seq + 3`.execute(db)
  await soon(tab.isCut).toBe(true)
})
