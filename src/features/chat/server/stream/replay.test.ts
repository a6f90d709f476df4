import * as fc from '~tests/support/fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { readLastEventNumber, takeEventNumbers } from '../event-numbers'
import { insertPersonId, insertRoom } from '../testing'
import { followChat, type Process, soon, startProcess } from './testing'
import { randomRuns } from '~tests/support/random-runs'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let one: Process
let ana: string
let ben: string
let roomId: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  one = startProcess(db)
  ana = await insertPersonId(db, 'Ana')
  ben = await insertPersonId(db, 'Ben')
})
beforeEach(async () => {
  roomId = await insertRoom(db, { members: [ana, ben] })
})
afterAll(async () => {
  one.close()
  await database.drop()
})

test("a reconnected stream receives what it missed in its current state, without other people's events", async () => {
  const after = await readLastEventNumber(db)
  const elsewhere = await insertRoom(db, { type: 'private', members: [ben] })
  const [kept, gone, hidden] = [newId(), newId(), newId()]
  const seqs = [
    await one.post(roomId, ben, 'kept', kept),
    await one.post(roomId, ben, 'gone', gone),
    await one.post(roomId, ben, 'hidden', hidden),
    await one.edit(roomId, kept, 'kept and edited'),
    await one.remove(roomId, gone),
    await one.hide(roomId, hidden),
  ]
  await one.post(elsewhere, ben, 'not for Ana')
  const tab = await one.follow(ana, { after })
  expect(tab.numbers()).toEqual(seqs.filter((_, place) => place !== 1))
  expect(tab.chat()).toMatchObject([
    { kind: 'message', isNew: true, message: { content: 'kept and edited' } },
    { kind: 'message', isNew: true, message: { content: null, isHidden: true } },
    { kind: 'message', isNew: false, message: { id: kept } },
    { kind: 'deleted', messageId: gone },
    { kind: 'message', isNew: false, message: { id: hidden, content: null } },
  ])
  const clock = await readLastEventNumber(db)
  expect(tab.events.at(-1)).toEqual({ event: 'at', id: clock, data: { seq: clock } })
  expect(JSON.stringify(tab.events)).not.toContain('not for Ana')
  tab.close()
})

test('the Last-Event-ID header takes precedence over the address; an invalid one starts fresh', async () => {
  const after = await readLastEventNumber(db)
  const seqs = [await one.post(roomId, ben, 'one'), await one.post(roomId, ben, 'two')]
  const back = await one.follow(ana, { after, lastEventId: String(seqs[0]) })
  expect(back.numbers()).toEqual([seqs[1]])
  for (const lastEventId of ['', 'x', '-1', '1e3', '9'.repeat(40)]) {
    const tab = await one.follow(ana, { lastEventId })
    expect(tab.events.map(({ event }) => event)).toEqual(['at'])
    tab.close()
  }
  const fallen = await one.follow(ana, { after, lastEventId: '' })
  expect(fallen.numbers()).toEqual(seqs)
  back.close()
  fallen.close()
})

test('sends a reset if too many events were missed', async () => {
  const after = await readLastEventNumber(db)
  const write = (count: number) =>
    one.change(
      Array.from({ length: count }, () => ({ kind: 'deleted' as const, roomId, messageId: newId() })),
      () => Promise.resolve(),
    )
  await write(500)
  const just = await one.follow(ana, { after })
  expect(just.numbers()).toHaveLength(500)
  await write(1)
  // After the first position there are too many events to replay; the second one is higher than the last event
  // number.
  for (const place of [after, 1_000_000]) {
    const clock = await readLastEventNumber(db)
    const tab = await one.follow(ana, { after: place })
    expect(tab.events).toEqual([{ event: 'reset', id: clock, data: { seq: clock } }])
    const seq = await one.post(roomId, ben, 'next')
    await soon(() => tab.numbers()).toEqual([seq])
    tab.close()
  }
  just.close()
})

test('sends a reset if a few missed messages are too large to resend', async () => {
  const after = await readLastEventNumber(db)
  for (let count = 0; count < 20; count += 1) await one.post(roomId, ben, '🎛'.repeat(4000))
  const tab = await one.follow(ana, { after })
  expect(tab.events.map(({ event }) => event)).toEqual(['reset'])
  tab.close()
})

test('a position before the deleted events causes a full reload', async () => {
  const after = await readLastEventNumber(db)
  const seq = await one.post(roomId, ben, 'one')
  await sql`update chat_clock set trimmed_seq = ${seq}`.execute(db)
  const [before, from] = [await one.follow(ana, { after }), await one.follow(ana, { after: seq })]
  expect(before.events.map(({ event }) => event)).toEqual(['reset'])
  expect(from.events.map(({ event }) => event)).toEqual(['at'])
  await sql`update chat_clock set trimmed_seq = 0`.execute(db)
  before.close()
  from.close()
})

/** A random step of one of the two concurrent writers. */
const step = fc.constantFrom('post', 'edit', 'remove', 'rename', 'skip', 'burst')

test('a stream that is cut at any point receives each event once, in order', async () => {
  const other = startProcess(db, { pollMs: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, isOther: fc.boolean() }), { minLength: 5, maxLength: 40 }),
      fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }),
      async (steps, cuts) => {
        const room = await insertRoom(db, { members: [ana, ben] })
        const start = await readLastEventNumber(db)
        const messages: string[] = []
        async function act(by: Process, what: string): Promise<void> {
          if (what === 'skip') {
            const numbers = await db.transaction().execute((trx) => takeEventNumbers(trx, 2))
            return by.chat.announce(numbers, [])
          }
          const messageId = newId()
          if (what === 'burst') await Promise.all(['a', 'b', 'c'].map((text) => by.post(room, ben, text)))
          else if (what === 'rename') await by.setActive(room, true)
          else if (what === 'edit' && messages[0]) await by.edit(room, messages[0], `edited ${messageId}`)
          else if (what === 'remove' && messages[1]) await by.remove(room, messages[1])
          else {
            messages.push(messageId)
            await by.post(room, ben, 'text', messageId)
          }
        }
        let isDone = false
        const writing = (async () => {
          for (const { step: what, isOther } of steps) await act(isOther ? other : one, what)
          isDone = true
        })()

        const heard: (number | null)[] = []
        let place = start
        for (let turn = 0; ; turn += 1) {
          const isLast = isDone
          const tab = await followChat((turn % 2 ? other : one).chat, ana, { after: place })
          // Some streams are closed after they received a few events, others while they are still catching up.
          const count = cuts[turn % cuts.length] ?? 0
          await expect.poll(() => isDone || tab.numbers().length >= count, { interval: 1 }).toBe(true)
          const upTo = await readLastEventNumber(db)
          if (isLast) await soon(() => tab.events.findLast(({ id }) => id !== null)?.id).toBe(upTo)
          heard.push(...tab.numbers())
          place = tab.events.findLast(({ id }) => id !== null)?.id ?? place
          tab.close()
          if (isLast) break
        }
        await writing
        const { rows } = await sql<{ seq: number; kind: string; messageId: string }>`
          select seq, kind, message_id as "messageId" from chat_events
          where room_id = ${room} order by seq`.execute(db)
        // If a message was deleted before its events are replayed, only the deletion arrives.
        const gone = new Set(rows.filter(({ kind }) => kind === 'deleted').map(({ messageId }) => messageId))
        const isOptional = ({ kind, messageId }: { kind: string; messageId: string }) =>
          kind !== 'deleted' && gone.has(messageId)
        const optional = new Set(rows.filter(isOptional).map(({ seq }) => seq))
        expect(heard.filter((seq) => !optional.has(Number(seq)))).toEqual(
          rows.map(({ seq }) => seq).filter((seq) => !optional.has(seq)),
        )
        expect(heard).toEqual(heard.toSorted((a, b) => Number(a) - Number(b)))
        expect(new Set(heard).size).toBe(heard.length)
      },
    ),
    { numRuns: randomRuns(25) },
  )
  other.close()
})
