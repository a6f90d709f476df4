import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { createTestDatabase } from '~tests/support/database'
import { runWithTraces } from './store-traces'

const FIRST = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const SECOND = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-01'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Writes an outbox row for each order, with the given trace. */
const writeRows = (
  orders: { orderId: string; traceparent: string | undefined }[],
  kind: 'confirmed' | 'refunded' = 'confirmed',
) =>
  runWithTraces(
    database.db,
    orders.map(({ traceparent }) => traceparent),
    async (db) => {
      await sql`insert into order_outbox (order_id, kind) select x, ${kind}
        from unnest(${orders.map(({ orderId }) => orderId)}::uuid[]) x`.execute(db)
      return db.isTransaction
    },
    () => orders,
  )

const listRows = (orderIds: string[]) =>
  database.db
    .selectFrom('order_outbox')
    .select(['order_id as orderId', 'kind', 'traceparent'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('kind')
    .execute()

test('stores the trace of each order with its row, in one transaction', async () => {
  const [first, two, three] = [newId(), newId(), newId()]
  const orders = [
    { orderId: first, traceparent: FIRST },
    { orderId: two, traceparent: undefined },
    { orderId: three, traceparent: SECOND },
  ]
  expect(await writeRows(orders)).toBe(true)
  expect(await listRows([first, two, three])).toEqual([
    { orderId: first, kind: 'confirmed', traceparent: FIRST },
    { orderId: two, kind: 'confirmed', traceparent: null },
    { orderId: three, kind: 'confirmed', traceparent: SECOND },
  ])
})

test.each([undefined, FIRST.replace(/01$/, '00')])(
  'with %s, which is not recorded, the statement runs without a transaction',
  async (traceparent) => {
    const orderId = newId()
    expect(await writeRows([{ orderId, traceparent }])).toBe(false)
    expect(await listRows([orderId])).toEqual([{ orderId, kind: 'confirmed', traceparent: null }])
  },
)

test('an earlier row of the same order keeps its trace, and does not block the statement', async () => {
  const orderId = newId()
  await writeRows([{ orderId, traceparent: FIRST }])
  await database.db.transaction().execute(async (trx) => {
    await sql`select from order_outbox where order_id = ${orderId} for update`.execute(trx)
    await writeRows([{ orderId, traceparent: SECOND }], 'refunded')
  })
  expect(await listRows([orderId])).toEqual([
    { orderId, kind: 'confirmed', traceparent: FIRST },
    { orderId, kind: 'refunded', traceparent: SECOND },
  ])
})

test('a failure of the statement stores nothing', async () => {
  const orderId = newId()
  await writeRows([{ orderId, traceparent: FIRST }])
  await expect(writeRows([{ orderId, traceparent: SECOND }])).rejects.toThrow('order_outbox_pkey')
  expect(await listRows([orderId])).toMatchObject([{ traceparent: FIRST }])
})
