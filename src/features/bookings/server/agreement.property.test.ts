import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
} from '~tests/support/fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { randomRuns } from '~tests/support/random-runs'
import type { Caller } from '~/platform/rpc/caller'
import {
  sendRequest,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
  createTerms,
} from './testing'
import { completeBookings, expireBookings } from './sweep-bookings'

let bookings: TestBookings
let drop: () => Promise<void>
let client: Caller
const start = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
  client = await insertMember(bookings.db)
})
afterAll(() => drop())

const side = constantFrom('client' as const, 'dj' as const)
const act = oneof(
  {
    weight: 5,
    arbitrary: record({
      act: constant('offer' as const),
      side,
      fee: integer({ min: 0, max: 500_000 }),
      day: integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      act: constantFrom('accept' as const, 'decline' as const, 'cancel' as const),
      side,
    }),
  },
  {
    weight: 2,
    arbitrary: record({ act: constant('wait' as const), days: integer({ min: 1, max: 15 }) }),
  },
)

interface StoredBooking {
  status: string
  steps: number
  awaiting_id: string | null
  answer_by: Date | null
  fee_cents: number | null
  starts_at: string
  positions: number[]
  last_terms: { fee_cents: number; starts_at: string }
}
async function readBooking(id: string): Promise<StoredBooking> {
  const { rows } = await sql<StoredBooking>`
    select b.status, b.steps, b.awaiting_id, b.answer_by, b.fee_cents,
      to_char(b.event_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
      (select array_agg(s.position order by s.position) from booking_steps s where s.booking_id = b.id) as positions,
      (select s.terms from booking_steps s where s.booking_id = b.id and s.terms <> '{}' order by s.position desc limit 1)
        as last_terms
    from bookings b where b.id = ${id}`.execute(bookings.db)
  const [row] = rows
  if (!row) throw new Error('the booking is gone')
  return row
}

test('after any sequence of actions, the history is numbered from 1, the booking has the last terms, and a pending booking waits for one side', async () => {
  await assert(
    asyncProperty(array(act, { maxLength: 12 }), async (acts) => {
      bookings.clock.now = start
      // Each round has a new DJ, so that bookings of earlier rounds don't take up the DJ's time.
      const dj = await insertDj(bookings.db)
      const id = await sendRequest(bookings, client, dj, 30)
      for (const action of acts) {
        const { steps } = await readBooking(id)
        if (action.act === 'wait') bookings.pass(action.days * DAY)
        else {
          const calls = bookings.as(action.side === 'dj' ? dj : client)
          const answer = { id, steps }
          const attempt =
            action.act === 'offer'
              ? calls.offer({
                  ...answer,
                  terms: createTerms(bookings, action.day, { feeCents: action.fee, depositCents: null }),
                })
              : action.act === 'cancel'
                ? calls.cancel({ ...answer, reason: 'x' })
                : calls[action.act](answer)
          await attempt.catch((error: unknown) => expect(error).toMatchObject({ code: 'NOT_ALLOWED' }))
        }
        await expireBookings(bookings.services)
        await completeBookings(bookings.services)
        const after = await readBooking(id)
        expect(after.positions).toEqual(Array.from({ length: after.steps }, (_, n) => n + 1))
        expect([after.fee_cents, after.starts_at]).toEqual([
          after.last_terms.fee_cents,
          after.last_terms.starts_at,
        ])
        const isPending = after.status === 'pending'
        expect([dj.id, client.id].filter((person) => person === after.awaiting_id)).toHaveLength(
          isPending ? 1 : 0,
        )
        if (isPending) expect(after.answer_by?.getTime()).toBeGreaterThan(bookings.clock.now.getTime())
      }
    }),
    { numRuns: randomRuns(20) },
  )
}, 600_000)
