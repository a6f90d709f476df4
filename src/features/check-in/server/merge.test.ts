import * as fc from '~tests/support/fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { decideScan, canUndo, type CheckInEvent } from '../rules/decide-scan'
import { type CheckInEntry, mergeEntries } from '../rules/merge-entries'
import { storeCheckIns, type CheckInRequest } from './store-check-ins'
import { listDuplicates } from './duplicate-check-ins'
import {
  checkInRequest,
  findCheckInFaults,
  insertGuest,
  insertEvent,
  type CheckInData,
} from '~tests/support/check-in-data'
import { isLongRun } from '~tests/support/long-run'
import { randomRuns } from '~tests/support/random-runs'

let db: Database
let url: string
let drop: () => Promise<void>
let processes: Database[]
beforeAll(async () => {
  ;({ db, url, drop } = await createTestDatabase())
  processes = [db, connect({ url, poolSize: 2 })]
})
afterAll(async () => {
  await processes[1]?.destroy()
  await drop()
})

const PHONES = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const HALF_AN_HOUR = 1_800_000
const TICKETS = 3
const GUEST_SIZE = 3

/**
 * An action on one of the phones while both were offline. `subject`: the index of a ticket, or TICKETS for the guest.
 */
interface Deed {
  phone: 0 | 1
  second: number
  subject: number
  people: number
  admitAnyway: boolean
  /** Undoes this phone's last action on the subject instead. */
  isUndo: boolean
}
/** A phone reconnects: part of its queue is sent, and if the response is lost, that part is sent again. */
interface Delivery {
  phone: 0 | 1
  acts: number
  isLost: boolean
  process: 0 | 1
  /** Sent at the same time as the other phone's next part, over two connections. */
  isTogether: boolean
}

const deeds = fc.uniqueArray(
  fc.record<Deed>({
    phone: fc.constantFrom(0, 1),
    second: fc.integer({ min: 0, max: HALF_AN_HOUR / 1000 - 1 }),
    subject: fc.integer({ min: 0, max: TICKETS }),
    people: fc.integer({ min: 1, max: 3 }),
    admitAnyway: fc.boolean(),
    isUndo: fc.oneof(
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
  { selector: ({ second }) => second, minLength: 1, maxLength: 24 },
)
const deliveries = fc.array(
  fc.record<Delivery>({
    phone: fc.constantFrom(0, 1),
    acts: fc.integer({ min: 1, max: 6 }),
    isLost: fc.boolean(),
    process: fc.constantFrom(0, 1),
    isTogether: fc.boolean(),
  }),
  { maxLength: 14 },
)

interface Done extends CheckInEntry {
  subject: number
  shownIn: boolean
}
type Queued = Omit<CheckInRequest, 'ageMs' | 'arrivedAt'> & { at: number }

const event: CheckInEvent = { state: 'on', opensAt: 0, closesAt: Number.MAX_SAFE_INTEGER }
const getSize = (subject: number) => (subject < TICKETS ? 1 : GUEST_SIZE)

/** Simulates half an hour at two entrances without contact, and returns the queues of both phones. */
function work(
  place: CheckInData,
  guestId: string,
  all: readonly Deed[],
): { done: Done[]; queues: [Queued[], Queued[]] } {
  const done: Done[] = []
  const queues: [Queued[], Queued[]] = [[], []]
  const own: [Done[], Done[]] = [[], []]
  for (const deed of all.toSorted((a, b) => a.second - b.second)) {
    const { phone, subject } = deed
    // Undos fall between two full seconds, so that nothing depends on a millisecond of latency.
    const at = deed.second * 1000 + (deed.isUndo ? 500 : 0)
    const known = own[phone].filter((entry) => entry.subject === subject)
    const nonce = crypto.randomUUID()
    const more = { nonce, device: PHONES[phone], wasOffline: true, entrance: phone === 0 ? 'Front' : 'Side' }
    if (deed.isUndo) {
      const last = known.findLast(({ undoneAt }) => undoneAt === null)
      if (!last) continue
      if (canUndo({ at: last.at }, { now: at, always: false })) last.undoneAt = at
      queues[phone].push({ ...checkInRequest(place, { ...more, kind: 'undo', subject: last.nonce }), at })
      continue
    }
    const people = subject < TICKETS ? 1 : deed.people
    const inside = [...mergeEntries(known, getSize(subject)).values()].reduce(
      (sum, { counted }) => sum + counted,
      0,
    )
    const { outcome: word } = decideScan({
      event,
      holder: { status: 'valid', size: getSize(subject), inside, isOldCode: false },
      scan: { at, people, admitAnyway: deed.admitAnyway },
    })
    const entry: Done = {
      nonce,
      at,
      people,
      admitAnyway: deed.admitAnyway,
      undoneAt: null,
      subject,
      shownIn: word === 'checked_in',
    }
    own[phone].push(entry)
    done.push(entry)
    const about =
      subject < TICKETS
        ? ({ kind: 'code', secret: place.tickets[subject]?.secret ?? '' } as const)
        : ({ kind: 'guest', subject: guestId } as const)
    const { admitAnyway } = deed
    queues[phone].push({
      ...checkInRequest(place, {
        ...more,
        ...about,
        people,
        admitAnyway,
        wasAdmitted: entry.shownIn,
      }),
      at,
    })
  }
  return { done, queues }
}

/** Sends both queues in the order of the deliveries, then the rest. */
async function merge(
  place: CheckInData,
  queues: [Queued[], Queued[]],
  steps: readonly Delivery[],
): Promise<void> {
  const begin = performance.now() - HALF_AN_HOUR
  const send = async (
    phone: 0 | 1,
    { acts, isLost, process }: Pick<Delivery, 'acts' | 'isLost' | 'process'>,
  ) => {
    const batch = queues[phone].slice(0, acts)
    const now = performance.now()
    const requests = batch.map(({ at, ...act }) => ({ ...act, ageMs: now - begin - at, arrivedAt: now }))
    if (batch.length > 0) await storeCheckIns(processes[process] ?? db, place.eventId, requests)
    if (!isLost) queues[phone].splice(0, batch.length)
  }
  const rest = ([0, 1] as const).map((phone) => ({
    phone,
    acts: 1000,
    isLost: false,
    process: phone,
    isTogether: false,
  }))
  for (const step of [...steps, ...rest]) {
    const other = step.phone === 0 ? 1 : 0
    const ways = [send(step.phone, step)]
    if (step.isTogether) ways.push(send(other, { ...step, process: step.process === 0 ? 1 : 0 }))
    await Promise.all(ways)
  }
}

const anything = fc.asyncProperty(deeds, deliveries, async (all, steps) => {
  const place = await insertEvent(db, { tickets: TICKETS })
  const guestId = await insertGuest(db, place.eventId, GUEST_SIZE - 1)
  const { done, queues } = work(place, guestId, all)
  await merge(place, queues, steps)
  expect(await findCheckInFaults(db, place.eventId)).toEqual([])

  const expected = new Map(
    [0, 1, 2, TICKETS].flatMap((subject) => [
      ...mergeEntries(
        done.filter((entry) => entry.subject === subject),
        getSize(subject),
      ),
    ]),
  )
  const { rows } = await sql<{ nonce: string; outcome: string; counted: number }>`
    select nonce, outcome, counted from check_ins where event_id = ${place.eventId}`.execute(db)
  expect(new Map(rows.map(({ nonce, outcome, counted }) => [nonce, { outcome, counted }]))).toEqual(expected)

  const conflicts = done.filter(({ nonce, shownIn, undoneAt, people }) => {
    const merged = expected.get(nonce)
    return shownIn && undoneAt === null && merged?.outcome !== 'admitted' && people > (merged?.counted ?? 0)
  })
  const listed = await listDuplicates(db, { eventId: place.eventId, onlyUnseen: true, limit: 1000 })
  expect(new Set(listed.map(({ nonce }) => nonce))).toEqual(new Set(conflicts.map(({ nonce }) => nonce)))
})

describe('two phones that were offline for half an hour', () => {
  test('two offline phones end with the same result in any order, with repeats and lost responses', async () => {
    await fc.assert(anything, { numRuns: randomRuns(isLongRun ? 120 : 30) })
  }, 120_000)

  test.each([
    [
      'actions apply in the order of arrival',
      'x.guest, x.at, x.is_undo, x.nonce',
      'x.guest, x.nonce, x.is_undo',
    ],
    [
      'an admitted person is not stored',
      'when x.offline then x.shown else',
      'when x.offline then false else',
    ],
    [
      'a person no longer checked in stays in the count',
      'sum(x.counted - x.had) filter (where x.guest is null)',
      'sum(x.counted) filter (where x.guest is null)',
    ],
  ])(
    'control: %s, and the same test fails',
    async (_, guard, without) => {
      const { rows } = await sql<{
        text: string
      }>`select pg_get_functiondef('check_in'::regproc) as text`.execute(db)
      const guarded = rows[0]?.text ?? ''
      expect(guarded).toContain(guard)
      await sql.raw(guarded.replace(guard, without)).execute(db)
      try {
        const result = await fc.check(anything, { numRuns: 60, seed: 1, endOnFailure: true })
        expect(result.failed).toBe(true)
      } finally {
        await sql.raw(guarded).execute(db)
      }
    },
    120_000,
  )

  test('two phones check in 25 tickets each, ten of them on both: 40 are checked in, ten are listed with both entrances and then marked as seen', async () => {
    const place = await insertEvent(db, { tickets: 40 })
    const queue = (phone: 0 | 1, first: number) =>
      place.tickets.slice(first, first + 25).map((ticket, index) => ({
        ...checkInRequest(place, {
          kind: 'code',
          secret: ticket.secret,
          device: PHONES[phone],
          entrance: phone === 0 ? 'Front' : 'Side',
          wasOffline: true,
        }),
        at: (index * 2 + phone) * 1000,
      }))
    await merge(
      place,
      [queue(0, 0), queue(1, 15)],
      [{ phone: 1, acts: 20, isLost: true, process: 0, isTogether: true }],
    )
    expect(await findCheckInFaults(db, place.eventId)).toEqual([])
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from tickets where event_id = ${place.eventId} and checked_in_at is not null`.execute(
      db,
    )
    expect(rows[0]?.count).toBe(40)
    const duplicates = await listDuplicates(db, { eventId: place.eventId, onlyUnseen: true, limit: 100 })
    expect(duplicates).toHaveLength(10)
    for (const duplicate of duplicates) {
      expect(duplicate).toMatchObject({ reason: 'duplicate', people: 1, name: 'Mara Voss', isSeen: false })
      // The side entrance scanned these tickets 30 seconds before the front entrance, so its scans count.
      expect(duplicate.scans.map(({ entrance, isCounted, by }) => [entrance, isCounted, by])).toEqual([
        ['Side', true, 'Owen Faulk'],
        ['Front', false, 'Owen Faulk'],
      ])
    }
  })
})
