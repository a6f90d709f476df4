import {
  assert,
  asyncProperty,
  array,
  integer,
  nat,
  oneof,
  property,
  record,
} from '~tests/support/fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { splitCents } from '~/lib/split-cents'
import { computeDiscount } from '../rules/discount'
import { computeRefundShare } from '../rules/refund-share'
import { SALE_SOURCES, TRAFFIC_SOURCES } from '~/features/events/rules/traffic-source'
import { randomRuns } from '~tests/support/random-runs'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

const weights = array(nat(5000), { minLength: 1, maxLength: 6 })
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

test('the database calculates and splits discounts like the rules in the code, and no line gets negative', () =>
  assert(
    asyncProperty(
      weights,
      oneof(record({ percent: integer({ min: 1, max: 100 }) }), record({ amountCents: nat(9000) })),
      async (lines, discount) => {
        const off = computeDiscount(sum(lines), discount)
        const { rows } = await sql<{ off: number; parts: number[] }>`
          select x as off, split_cents(x, ${lines}::integer[]) as parts from discount_of(${sum(lines)},
            ${'percent' in discount ? discount.percent : null}, ${'percent' in discount ? null : discount.amountCents}) x`.execute(
          database.db,
        )
        const parts = splitCents(off, lines)
        expect(rows[0]).toEqual({ off, parts })
        expect(sum(parts)).toBe(off)
        expect(parts.every((part, line) => part >= 0 && part <= (lines[line] ?? 0))).toBe(true)
      },
    ),
    { numRuns: randomRuns(200) },
  ))

test('the database calculates shares of refunds and their fee like the rules in the code', () =>
  assert(
    asyncProperty(
      nat(100_000),
      nat(20_000),
      nat(5000),
      integer({ min: 1, max: 5000 }),
      async (cents, fee, part, more) => {
        const whole = part + more
        const { rows } = await sql<{ share: number; fee: number }>`
          select share, refunded_fee(${fee}, share, ${cents}) as fee from prorate(${cents}, ${part}, ${whole}) share`.execute(
          database.db,
        )
        const line = {
          ticketTypeId: 'a',
          quantity: whole,
          moneyCents: cents,
          quantityRefunded: 0,
          refundedCents: 0,
        }
        const refund = computeRefundShare(
          { ticketsCents: cents, feeCents: fee, lines: [line] },
          new Map([['a', part]]),
        )
        expect(rows[0]).toEqual({ share: refund.cents - refund.feeCents, fee: refund.feeCents })
      },
    ),
    { numRuns: randomRuns(100) },
  ))

test('refunding an order seat by seat, in any order, refunds exactly the amount paid', () => {
  const lines = array(record({ quantity: integer({ min: 1, max: 10 }), moneyCents: nat(9999) }), {
    minLength: 1,
    maxLength: 3,
  })
  assert(
    property(lines, nat(2000), array(nat(9), { maxLength: 30 }), (bought, fee, picks) => {
      const ticketsCents = sum(bought.map(({ moneyCents }) => moneyCents))
      const feeCents = ticketsCents === 0 ? 0 : fee
      const left = bought.map((line, n) => ({
        ...line,
        ticketTypeId: `${n}`,
        quantityRefunded: 0,
        refundedCents: 0,
      }))
      let back = 0
      const releaseTickets = (n: number): void => {
        const line = left[n % left.length]
        if (line === undefined || line.quantityRefunded === line.quantity) return
        const share = computeRefundShare(
          { ticketsCents, feeCents, lines: left },
          new Map([[line.ticketTypeId, 1]]),
        )
        expect(share.cents).toBeGreaterThanOrEqual(0)
        back += share.cents
        line.quantityRefunded += 1
        line.refundedCents += share.cents - share.feeCents
      }
      picks.forEach(releaseTickets)
      for (let n = 0; n < 30; n++) releaseTickets(n)
      expect(back).toBe(ticketsCents + feeCents)
    }),
  )
})

test.each([
  ['orders_source_check', TRAFFIC_SOURCES],
  ['event_traffic_source_check', SALE_SOURCES],
])('%s accepts exactly the known traffic sources of visits', async (name, sources) => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`.execute(database.db)
  expect([...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, source]) => source)).toEqual([...sources])
})
