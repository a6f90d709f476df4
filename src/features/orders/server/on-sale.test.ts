import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createShop, findFaults, insertCallers, insertSale, reserveInput } from '~tests/support/shop'

const ATTEMPTS = 10_000
const BUYERS = 500
const STOCK = 500
// One process sends one batch at a time, so a race needs several.
const PROCESSES = 4

let db: Database
let url: string
let drop: () => Promise<void>
beforeEach(async () => {
  ;({ db, url, drop } = await createTestDatabase())
})
afterEach(() => drop())

const getQuantity = (buyer: number) => 1 + (buyer % 2)

/** All buyers reserve repeatedly at the same time. Returns how many tickets the responses promised. */
async function runRush(attempts: number): Promise<number> {
  const sale = await insertSale(db, [{ total: STOCK, cents: 0 }])
  const callers = await insertCallers(db, BUYERS)
  const pools = Array.from({ length: PROCESSES }, () => connect({ url, poolSize: 4 }))
  const shops = pools.map((pool) => createShop(pool))
  let sold = 0
  const statuses = new Set<unknown>()
  await Promise.all(
    callers.map(async (caller, buyer) => {
      const calls = shops[buyer % PROCESSES]?.as(caller)
      for (let attempt = 0; attempt < attempts / BUYERS; attempt++) {
        const status = await getStatus(calls?.reserve(reserveInput(sale, [getQuantity(buyer)])))
        statuses.add(status)
        if (status === 200) sold += getQuantity(buyer)
      }
    }),
  )
  await Promise.all(pools.map((pool) => pool.destroy()))
  expect(statuses).toEqual(new Set([200, 409]))
  return sold
}

const getStatus = (response: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(response).then(
    () => 200,
    (error: { status?: number }) => error.status,
  )

test('10,000 attempts by 500 buyers on 500 tickets: exactly 500 are sold', async () => {
  expect(await runRush(ATTEMPTS)).toBe(STOCK)
  expect(await findFaults(db)).toEqual([])
}, 60_000)

test('control: without the guard the same rush oversells, so the test above can fail', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('reserve_orders'::regproc) as text`.execute(db)
  const guarded = rows[0]?.text ?? ''
  const withoutLock = guarded.replace('order by t.id for no key update', 'order by t.id')
  // The pause between reading and writing makes processes overlap even on one core.
  const unguarded = withoutLock.replace('  select case', '  perform pg_sleep(0.02);\n  select case')
  expect(unguarded.length).toBe(
    guarded.length - ' for no key update'.length + '  perform pg_sleep(0.02);\n'.length,
  )
  await sql.raw(unguarded).execute(db)
  await sql`alter table ticket_types drop constraint ticket_types_stock`.execute(db)
  // Two attempts each ask for more than the stock, so the first of them already oversells.
  expect(await runRush(2 * BUYERS)).toBeGreaterThan(STOCK)
  expect(await findFaults(db)).not.toEqual([])
}, 60_000)
