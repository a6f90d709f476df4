import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { overlap, MEETING } from '~tests/support/lock-waits'
import { createShop, findFaults, insertCallers, insertSale, reserveInput } from '~tests/support/shop'
import { breakFunction } from '~tests/support/break-function'

const ATTEMPTS = 10_000
const BUYERS = 500
const STOCK = 500
// Each process sends one batch at a time, so a race needs several processes.
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
async function runRush(): Promise<number> {
  const sale = await insertSale(db, [{ total: STOCK, cents: 0 }])
  const callers = await insertCallers(db, BUYERS)
  const pools = Array.from({ length: PROCESSES }, () => connect({ url, poolSize: 4 }))
  const shops = pools.map((pool) => createShop(pool))
  let sold = 0
  const statuses = new Set<unknown>()
  await Promise.all(
    callers.map(async (caller, buyer) => {
      const calls = shops[buyer % PROCESSES]?.as(caller)
      for (let attempt = 0; attempt < ATTEMPTS / BUYERS; attempt++) {
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

test('sells exactly 500 tickets when 500 buyers make 10,000 attempts', async () => {
  expect(await runRush()).toBe(STOCK)
  expect(await findFaults(db)).toEqual([])
}, 60_000)

test('control: without the lock and the constraint on the stock, two processes sell the last ticket twice', async () => {
  await breakFunction(db, {
    name: 'reserve_orders',
    from: 'order by t.id for no key update',
    to: 'order by t.id',
  })
  await breakFunction(db, {
    name: 'reserve_orders',
    from: '  select case',
    to: `  perform ${MEETING};\n  select case`,
  })
  await sql`alter table ticket_types drop constraint ticket_types_stock`.execute(db)
  const sale = await insertSale(db, [{ total: 1, cents: 0 }])
  const callers = await insertCallers(db, 2)
  const pools = callers.map(() => connect({ url, poolSize: 1 }))
  const calls = callers.map((caller, at) => createShop(pools[at] ?? db).as(caller))
  const reserveAll = () => Promise.all(calls.map((own) => getStatus(own.reserve(reserveInput(sale, [1])))))
  expect(await overlap(db, 2, reserveAll)).toEqual([200, 200])
  await Promise.all(pools.map((pool) => pool.destroy()))
  expect(await findFaults(db)).not.toEqual([])
})
