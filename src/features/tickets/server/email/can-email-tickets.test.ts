import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import { limitMailbox } from './limit-mailbox'
import { canEmailTickets } from './can-email-tickets'
import { createShop, insertCaller, insertSale, reserveInput } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

/** Creates orders of one ticket each for an account with this verification time. */
async function insertOrders({
  proven,
  cents = 0,
}: {
  proven: Date | null
  cents?: number
}): Promise<string[]> {
  const caller = await insertCaller(db)
  await db.updateTable('accounts').set({ email_verified_at: proven }).where('id', '=', caller.id).execute()
  const own = createShop(db).as(caller)
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const sale = await insertSale(db, [{ total: 1, cents }])
    ids.push((await own.reserve(reserveInput(sale, [1]))).id)
  }
  return ids
}

async function countEmailed(ids: string[]): Promise<number> {
  const limits = createLimits()
  let count = 0
  for (const id of ids) if (await canEmailTickets({ db, limits }, id)) count += 1
  return count
}

test('allows ten emails a day with free tickets to an unverified address', async () => {
  expect(await countEmailed(await insertOrders({ proven: null }))).toBe(10)
})

test('always emails accounts with a verified address, and paid orders', async () => {
  expect(await countEmailed(await insertOrders({ proven: new Date() }))).toBe(12)
  expect(await countEmailed(await insertOrders({ proven: null, cents: 1200 }))).toBe(12)
})

test('counts an order once, however often its email is retried', async () => {
  const limits = createLimits()
  const [first = '', ...others] = await insertOrders({ proven: null })
  for (let n = 0; n < 12; n += 1) expect(await canEmailTickets({ db, limits }, first)).toBe(true)
  const allowed = await Promise.all(others.map((id) => canEmailTickets({ db, limits }, id)))
  expect(allowed.filter(Boolean)).toHaveLength(9)
  const last = others[allowed.indexOf(false)] ?? ''
  for (let n = 0; n < 2; n += 1) expect(await canEmailTickets({ db, limits }, last)).toBe(false)
})

test('emails that other people send to an address don’t use up its limit for own tickets', async () => {
  const limits = createLimits()
  const [id = ''] = await insertOrders({ proven: null })
  const { buyer_email: to } = await db
    .selectFrom('orders')
    .select('buyer_email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 30; n += 1) await limitMailbox(limits, { from: `sender ${n}`, to, use: 'offer' })
  expect(await canEmailTickets({ db, limits }, id)).toBe(true)
})

test('returns true for a deleted order, for which no email is sent anyway', async () => {
  expect(await canEmailTickets({ db, limits: createLimits() }, '018cc251-0000-7000-8000-00000000dead')).toBe(
    true,
  )
})
