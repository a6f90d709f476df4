import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { breakFunction } from '~tests/support/break-function'
import { MEETING, overlap } from '~tests/support/lock-waits'
import { isLongRun } from '~tests/support/long-run'
import { randomRuns } from '~tests/support/random-runs'
import type { Caller } from '~/platform/rpc/caller'
import {
  createConfirmedBooking,
  sendRequest,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
  createRequest,
  createTerms,
} from './testing'

const ROUNDS = randomRuns(isLongRun ? 60 : 20)
const ANSWER_ROUNDS = randomRuns(20)

let bookings: TestBookings
let drop: () => Promise<void>
let firstClient: Caller
let secondClient: Caller
let dj: Caller

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
  firstClient = await insertMember(bookings.db)
  secondClient = await insertMember(bookings.db, { name: 'Sofia Lind' })
  dj = await insertDj(bookings.db)
})
afterAll(() => drop())

const byName = (a: unknown, b: unknown) => String(a).localeCompare(String(b))
const getCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error)
/** Waits for all attempts and returns `done` or the error code of each. */
async function collectOutcomes(attempts: Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : getCode(result.reason)))
}

type Outcomes = Promise<unknown[]>

/** Races two clients who accept offers for the same time. Returns the outcomes of each round. */
async function raceForEvents(
  rounds: number,
  run: (race: () => Outcomes) => Outcomes = (race) => race(),
): Promise<unknown[][]> {
  const results: unknown[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const day = 5 + round
    const ids = await Promise.all([
      sendRequest(bookings, firstClient, dj, day),
      sendRequest(bookings, secondClient, dj, day),
    ])
    for (const id of ids) await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, day) })
    const [first, second] = ids
    results.push(
      await run(() =>
        collectOutcomes([
          bookings.as(firstClient).accept({ id: first, steps: 2 }),
          bookings.as(secondClient).accept({ id: second, steps: 2 }),
        ]),
      ),
    )
  }
  return results
}

/** Runs races in a database of their own, without the exclusion constraint. */
async function withoutConstraint(race: (bookings: TestBookings) => Promise<void>): Promise<void> {
  const { db, drop: dropOwn } = await createTestDatabase()
  const original = { bookings, firstClient, secondClient, dj }
  try {
    bookings = createTestBookings(db)
    firstClient = await insertMember(db)
    secondClient = await insertMember(db)
    dj = await insertDj(db)
    await sql`alter table bookings drop constraint bookings_no_double_booking`.execute(db)
    await race(bookings)
  } finally {
    ;({ bookings, firstClient, secondClient, dj } = original)
    await dropOwn()
  }
}

async function countOverlaps(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bookings a join bookings b on a.dj_id = b.dj_id and a.id < b.id
      and a.status = 'confirmed' and b.status = 'confirmed'
      and tstzrange(a.event_date, a.ends_at) && tstzrange(b.event_date, b.ends_at)`.execute(bookings.db)
  return rows[0]?.count ?? -1
}

describe('two clients confirm overlapping bookings concurrently', () => {
  test(`only one of the overlapping bookings is confirmed, ${ROUNDS} times, without a deadlock`, async () => {
    const results = await raceForEvents(ROUNDS)
    for (const result of results) expect(result.toSorted(byName)).toEqual(['done', 'TAKEN'])
    expect(await countOverlaps()).toBe(0)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(bookings.db)
    expect(rows[0]?.deadlocks).toBe(0)
  }, 120_000)

  test(`only one is confirmed even without the exclusion constraint, which some databases lack, ${ROUNDS} times`, async () => {
    await withoutConstraint(async () => {
      for (const result of await raceForEvents(ROUNDS))
        expect(result.toSorted(byName)).toEqual(['done', 'TAKEN'])
      expect(await countOverlaps()).toBe(0)
    })
  }, 120_000)

  test('control: without the constraint and the lock, both overlapping bookings are confirmed', async () => {
    await withoutConstraint(async ({ db }) => {
      // Replace the lock by a meeting point: both transactions wait there for each other, so each looks for other
      // bookings before the other has stored one.
      const lock = "pg_advisory_xact_lock(hashtextextended('bookings of ' || p_dj::text, 0))"
      await breakFunction(db, { name: 'lock_dj_time', from: lock, to: MEETING })
      const results = await raceForEvents(10, (attempt) => overlap(db, 2, attempt))
      expect(results.some((result) => result.every((outcome) => outcome === 'done'))).toBe(true)
      expect(await countOverlaps()).toBeGreaterThan(0)
    })
  }, 60_000)
})

describe('two answers to one booking concurrently', () => {
  beforeAll(async () => {
    firstClient = await insertMember(bookings.db)
    dj = await insertDj(bookings.db)
  })

  test('of a concurrent acceptance and counter-offer, one is stored and the other is refused as outdated', async () => {
    for (let round = 0; round < ANSWER_ROUNDS; round += 1) {
      const id = await sendRequest(bookings, firstClient, dj, 3 + round)
      const result = await collectOutcomes([
        bookings.as(dj).accept({ id, steps: 1 }),
        bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 3 + round) }),
      ])
      expect(result.toSorted(byName)).toEqual(['CHANGED', 'done'])
      expect(await bookings.as(firstClient).get({ id })).toMatchObject({ steps: 2, trail: [{}, {}] })
    }
  })

  test('of a concurrent acceptance and cancellation, one is stored and the other is refused as outdated', async () => {
    for (let round = 0; round < ANSWER_ROUNDS; round += 1) {
      const id = await sendRequest(bookings, firstClient, dj, 100 + round)
      const result = await collectOutcomes([
        bookings.as(dj).accept({ id, steps: 1 }),
        bookings.as(firstClient).cancel({ id, steps: 1, reason: 'Changed my mind' }),
      ])
      expect(result.toSorted(byName)).toEqual(['CHANGED', 'done'])
    }
  })

  test('the same Book Now request sent five times concurrently creates one booking', async () => {
    const input = createRequest(bookings, dj.id, 200)
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => bookings.as(firstClient).request(input)),
    )
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
    const { rows } = await sql<{ notified: number }>`
      select count(*) as notified from notifications where subject_id = ${responses[0]?.id}`.execute(
      bookings.db,
    )
    expect(rows[0]?.notified).toBe(1)
  })

  test('two concurrent reviews are both published', async () => {
    const ids: string[] = []
    for (let event = 0; event < 20; event += 1)
      ids.push(await createConfirmedBooking(bookings, firstClient, dj, 210 + event))
    await sql`
      update bookings set status = 'completed', completed_at = ends_at where id = any(${ids}::uuid[])`.execute(
      bookings.db,
    )
    for (const id of ids) {
      const detail = await bookings.as(firstClient).get({ id })
      bookings.clock.now = new Date(new Date(detail.terms.endsAt).getTime() + DAY)
      const result = await collectOutcomes([
        bookings.as(firstClient).review({ id, rating: 5, body: 'Again.' }),
        bookings.as(dj).review({ id, rating: 4, body: 'Kind crew.' }),
      ])
      expect(result).toEqual(['done', 'done'])
      expect(await bookings.as(firstClient).get({ id })).toMatchObject({ theirReview: { rating: 4 } })
      expect(await bookings.as(dj).get({ id })).toMatchObject({ theirReview: { rating: 5 } })
    }
  })
})
