import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postSales } from '~/features/ledger/server/public'
import type { TaxMode } from '~/lib/tax'
import { createLog } from '~/platform/log/log'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import * as fc from '~tests/support/fast-check'
import { randomRuns } from '~tests/support/random-runs'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { dispatchOutbox } from './jobs'

const { db } = await openShop()
const shop = createEventShop(db)

const carts = fc.record({
  mode: fc.constantFrom<TaxMode>('none', 'included', 'added'),
  ratePpm: fc.oneof(
    fc.constantFrom(1, 77_000, 88_750, 190_000, 200_000),
    fc.integer({ min: 1, max: 1_000_000 }),
  ),
  lines: fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 9_999 }), quantity: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  /** How many tickets each refund takes, until none is left. */
  refunds: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
})

interface Sums {
  subtotal: number
  tax: number
  fee: number
  total: number
  lines: number
  lineTax: number
  posted: number
}

async function readSums(orderId: string): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select o.subtotal_cents as subtotal, o.added_tax_cents as tax, o.fee_cents as fee, o.total_cents as total,
      (select sum(i.amount_cents)::integer from order_items i where i.order_id = o.id) as lines,
      (select sum(i.added_tax_cents)::integer from order_items i where i.order_id = o.id) as "lineTax",
      (select -sum(l.amount)::integer from ledger_entries l join ledger_transactions t on t.id = l.transaction_id
        where t.order_id = o.id and t.kind = 'sale' and l.account <> 'provider' and l.currency = o.currency) as posted
    from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}

async function refund(orderId: string, count: number): Promise<void> {
  await sql`
    select refund_tickets(${orderId}::uuid, array(
      select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit ${count}), 'holder', true)`.execute(
    db,
  )
}

async function readRefunds(orderId: string) {
  const { rows } = await sql<{ refunded: number; fees: number; valid: number }>`
    select coalesce(sum(r.amount_cents), 0)::integer as refunded, coalesce(sum(r.fee_cents), 0)::integer as fees,
      (select count(*) from tickets k where k.order_id = ${orderId} and k.status = 'valid')::integer as valid
    from refunds r join payments p on p.id = r.payment_id where p.order_id = ${orderId}`.execute(db)
  return rows[0] ?? { refunded: 0, fees: 0, valid: 0 }
}

const roundHalfUp = (cents: number, ppm: number): number =>
  Number((BigInt(cents) * BigInt(ppm) + 500_000n) / 1_000_000n)

// Eight currencies, one of them without decimals.
test.each(['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'PLN', 'CAD', 'JPY'])(
  'in %s, lines sum to the total and refunds to the paid amount, with any tax',
  async (currency) => {
    await fc.assert(
      fc.asyncProperty(carts, async ({ mode, ratePpm, lines, refunds }) => {
        const { sale, eventId } = await insertEvent(
          db,
          lines.map(({ cents }) => ({ total: 10, cents })),
        )
        const rate = mode === 'none' ? 0 : ratePpm
        await sql`
          update events set currency = ${currency}, tax_mode = ${mode}, tax_ppm = ${rate} where id = ${eventId}`.execute(
          db,
        )
        const orderId = await shop.buy(
          await insertCaller(db),
          sale,
          lines.map(({ quantity }) => quantity),
        )
        await db.transaction().execute((trx) => postSales(trx, [orderId]))
        await dispatchOutbox(db, { jobs: shop.services.jobs, log: createLog({ level: 'error' }) })
        const subtotal = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
        const tax = mode === 'added' ? roundHalfUp(subtotal, rate) : 0
        const fee = roundHalfUp(subtotal, 100_000)
        expect(await readSums(orderId)).toEqual({
          subtotal,
          tax,
          fee,
          total: subtotal + tax + fee,
          lines: subtotal + tax,
          lineTax: tax,
          posted: subtotal + tax + fee,
        })
        for (let turn = 0; (await readRefunds(orderId)).valid > 0; turn += 1)
          await refund(orderId, refunds[turn % refunds.length] ?? 1)
        expect(await readRefunds(orderId)).toEqual({ refunded: subtotal + tax + fee, fees: fee, valid: 0 })
      }),
      { numRuns: randomRuns(6) },
    )
    expect(await findFaults(db)).toEqual([])
  },
)
