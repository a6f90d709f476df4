import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { isCheckViolation } from '~/database/postgres-errors'
import { canTransition, ORDER_MOVES, ORDER_STATUSES, type OrderStatus } from '../rules/order-state'
import { createShop, insertCaller, insertSale, reserveInput } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const WAYS: Record<OrderStatus, readonly OrderStatus[]> = {
  reserved: [],
  confirmed: ['confirmed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
  refunded: ['cancelled', 'refunded'],
}

test('DA-02 the transitions in the database equal those in the code', async () => {
  const rows = await db.selectFrom('order_transitions').selectAll().execute()
  const inDatabase = rows.map((row) => `${row.from_status} -> ${row.to_status}`).sort()
  const inRules = ORDER_STATUSES.flatMap((from) => ORDER_MOVES[from].map((to) => `${from} -> ${to}`)).sort()
  expect(inDatabase).toEqual(inRules)
})

test('DA-02 the database allows every legal transition and refuses all others', async () => {
  const shop = createShop(db)
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 1000 }])
  const move = (id: string, status: OrderStatus) =>
    db.updateTable('orders').set({ status, confirmed_at: new Date() }).where('id', '=', id).execute()
  for (const from of ORDER_STATUSES)
    for (const to of ORDER_STATUSES.filter((status) => status !== from)) {
      const { id } = await shop.as(caller).reserve(reserveInput(sale, [1]))
      for (const step of WAYS[from]) await move(id, step)
      const error = await move(id, to).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect([from, to, error === undefined || (isCheckViolation(error) ? 'refused' : error)]).toEqual([
        from,
        to,
        canTransition(from, to) ? true : 'refused',
      ])
    }
})

test('DA-02 the database refuses every status change of a cancelled or refunded ticket', async () => {
  const statuses = ['valid', 'cancelled', 'refunded'] as const
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 10 }])
  const order = await createShop(db)
    .as(caller)
    .reserve(reserveInput(sale, [1]))
  const move = (id: string | undefined, status: string) =>
    sql`update tickets set status = ${status} where id = ${id}`.execute(db)
  for (const from of statuses)
    for (const to of statuses.filter((status) => status !== from)) {
      const { rows } = await sql<{ id: string }>`
        insert into tickets (order_id, event_id, ticket_type_id, customer_id)
        values (${order.id}, ${sale.eventId}, ${sale.types[0]}, ${caller.id}) returning id`.execute(db)
      const id = rows[0]?.id
      if (from !== 'valid') await move(id, from)
      const error = await move(id, to).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      const isAllowed = error === undefined || (isCheckViolation(error) ? false : error)
      expect([from, to, isAllowed]).toEqual([from, to, from === 'valid'])
    }
})
