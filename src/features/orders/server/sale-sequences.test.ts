import { assert, asyncProperty, check } from '~tests/support/fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { productSchema } from '~/database/schema-files'
import { isLongRun } from '~tests/support/long-run'
import { RANDOM_SEED, randomRuns } from '~tests/support/random-runs'
import { breakFunction } from '~tests/support/break-function'
import { insertSequenceEvent, runSequence } from './testing-run-sequence'
import { checkFunctionsSql, sequence } from './testing-sequences'

// With seeds 1, 2 and 3 the controls below find every mutant within 300 sequences.
const SEQUENCES = randomRuns(isLongRun ? 1000 : 300)
const LANES = 4

async function withTestDatabase<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { db, drop } = await createTestDatabase()
  try {
    await sql.raw(checkFunctionsSql).execute(db)
    return await run(db)
  } finally {
    await drop()
  }
}

test(
  `stock and money stay consistent over ${SEQUENCES} random sequences of sales, refunds, transfers, offers and stock edits`,
  { timeout: 300_000 },
  () =>
    withTestDatabase(async (db) => {
      const seen = new Set<string>()
      const runLane = async (index: number) => {
        const ground = await insertSequenceEvent(db)
        const property = asyncProperty(sequence, async (moves) => {
          for (const state of await runSequence(db, ground, moves)) seen.add(state)
        })
        await assert(property, { numRuns: SEQUENCES / LANES, seed: RANDOM_SEED + index })
      }
      await Promise.all(Array.from({ length: LANES }, (_, index) => runLane(index)))
      if (isLongRun) expect([...seen].sort()).toEqual(everywhere)
    }),
)

const everywhere = [
  'discount',
  'discount to nothing',
  'entry bought',
  'entry lapsed',
  'entry left',
  'entry offered',
  'entry over',
  'entry passed',
  'entry waiting',
  'gift',
  'late, confirmed',
  'order cancelled',
  'order confirmed',
  'order expired',
  'order refunded',
  'order reserved',
  'part of an order back',
  'payment abandoned',
  'payment approved',
  'payment declined',
  'payment returned',
  'payment started',
  'refund: Asked for.',
  'refund: already_paid',
  'refund: amount_differs',
  'refund: off_sale',
  'refund: order_cancelled',
  'refund: promo_code_used_up',
  'refund: sold_out',
  'ticket cancelled',
  'ticket in',
  'ticket refunded',
  'ticket valid',
  'waits for the rest',
]

const mutants = [
  { name: 'release_promo_uses', from: 'c.used - x.n', to: 'c.used' },
  { name: 'release_orders', from: 't.quantity_held - x.quantity', to: 't.quantity_held' },
  { name: 'settle_payments', from: 't.revenue_cents + x.revenue', to: 't.revenue_cents' },
  { name: 'settle_payments', from: 'set used = c.used + x.used', to: 'set used = c.used' },
  { name: 'settle_payments', from: "perform close_offers(v_offers, 'bought')", to: 'null' },
  {
    // Rounds each refund separately instead of using running sums, which loses or gains cents.
    name: 'refund_tickets',
    from: 'refunded_fee(v_order.fee_cents, v_after, v_order.subtotal_cents + v_order.added_tax_cents)\n    - refunded_fee(v_order.fee_cents, v_before, v_order.subtotal_cents + v_order.added_tax_cents)',
    to: 'refunded_fee(v_order.fee_cents, v_after - v_before, v_order.subtotal_cents + v_order.added_tax_cents)',
  },
  {
    name: 'refund_tickets',
    from: 'revenue_cents = revenue_cents - v_line_cents',
    to: 'revenue_cents = revenue_cents',
  },
  { name: 'refund_tickets', from: '-x.seats, -x.cents', to: '-x.seats, 0' },
  { name: 'give_tickets', from: 'quantity_sold + p_quantity', to: 'quantity_sold' },
  { name: 'split_cents', from: 'p_cents - s.given then 1', to: 'p_cents - s.given then 0' },
  { name: 'offer_waitlist', from: 'quantity_held + v_entry.quantity', to: 'quantity_held' },
  { name: 'count_waiting', from: 'waiting - 1', to: 'waiting' },
]

// Checks that each control finds its text, because most controls run only in npm run test:long, too late to notice
// that a function's text has changed.
test.each(mutants)('the function $name contains the text of its control: $from', ({ name, from }) => {
  expect(productSchema.functions[name]).toContain(from)
})

test.for(isLongRun ? mutants : mutants.slice(0, 3))(
  'control: the sequences detect $name when it says "$to" instead of "$from"',
  { timeout: 120_000 },
  (mutant) =>
    withTestDatabase(async (db) => {
      await breakFunction(db, mutant)
      const ground = await insertSequenceEvent(db)
      const property = asyncProperty(sequence, async (moves) => void (await runSequence(db, ground, moves)))
      const { failed } = await check(property, { numRuns: 1000, seed: 1, endOnFailure: true })
      expect(failed).toBe(true)
    }),
)
