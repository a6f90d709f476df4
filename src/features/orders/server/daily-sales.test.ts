import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { dispatchOutbox } from './jobs'
import { offerToWaitlist } from './offer-waitlist'
import { refundTickets } from './refunds/refund-tickets'
import {
  createShop,
  findFaults,
  insertCaller,
  insertCallers,
  insertSale,
  reserveInput,
  type Shop,
} from '~tests/support/shop'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createShop(database.db)
})
afterAll(() => database.drop())

test('ME-02 sales by source add up to all sales, even after refunds, offers and free tickets', async () => {
  const { db } = shop
  const sale = await insertSale(db, [{ total: 3, cents: 0 }])
  const [direct, silent, third] = await insertCallers(db, 3)
  if (!direct || !silent || !third) throw new Error('Nobody was inserted')
  const dispatch = () =>
    dispatchOutbox(db, { jobs: { enqueueMany: async () => {} }, log: { error: () => undefined } })
  const refund = (orderId: string, ticketIds?: string[]) =>
    db.transaction().execute((trx) => refundTickets(trx, { orderId, ticketIds, reason: 'Asked for.' }))
  const bySource = async () => {
    const { rows } = await sql<{ source: string; tickets: number; sold: number }>`
      select t.source, sum(t.tickets)::integer as tickets,
        (select sum(quantity_sold)::integer from ticket_types where event_id = ${sale.eventId}) as sold
      from event_traffic t where t.event_id = ${sale.eventId} group by 1 order by 1`.execute(db)
    expect(rows.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(rows[0]?.sold)
    expect(await findFaults(db)).toEqual([])
    return Object.fromEntries(rows.map(({ source, tickets }) => [source, tickets]))
  }
  const order = await shop.as(direct).reserve({ ...reserveInput(sale, [2]), source: 'direct' })
  const unknown = await shop.as(silent).reserve(reserveInput(sale, [1]))
  await dispatch()
  expect(await bySource()).toEqual({ direct: 2, unknown: 1 })

  await shop.as(third).waitlist.join({ ticketTypeId: sale.types[0] ?? '', quantity: 1 })
  const ticket = await db.selectFrom('tickets').select('id').where('order_id', '=', order.id).execute()
  await refund(
    order.id,
    ticket.slice(1).map(({ id }) => id),
  )
  await offerToWaitlist({ ...shop, jobs: shop.contextOf(null).jobs })
  const [entry] = (await shop.as(third).waitlist.listOwn({})).entries
  await shop.as(third).waitlist.take({ id: entry?.id ?? '' })
  await dispatch()
  expect(await bySource()).toEqual({ direct: 1, unknown: 1, waitlist: 1 })

  await refund(unknown.id)
  await sql`select * from give_tickets(${sale.eventId}, ${sale.types[0]}, 1, 'Vera Press', 'press@paper.example', null)`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    select id from orders where is_comp and event_id = ${sale.eventId}`.execute(db)
  await refund(rows[0]?.id ?? '')
  await dispatch()
  expect(await bySource()).toEqual({ direct: 1, given: 0, unknown: 0, waitlist: 1 })

  await refund(order.id)
  await dispatch()
  expect(await bySource()).toMatchObject({ direct: 0, waitlist: 1 })
})

test('emails other buyers without delay when one sale can’t be counted', async () => {
  const { db } = shop
  const good = await insertSale(db, [{ total: 5, cents: 0 }])
  const bad = await insertSale(db, [{ total: 5, cents: 0 }])
  const buyer = await insertCaller(db)
  await shop.as(buyer).reserve(reserveInput(bad, [1]))
  await shop.as(buyer).reserve(reserveInput(good, [2]))
  // The day's count is at the largest integer, so one more ticket overflows it.
  await sql`insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select ${bad.types[0]}::uuid, current_date + n, 2147483647, 0 from generate_series(-1, 1) n`.execute(db)
  const sent: object[] = []
  const errors: unknown[] = []
  await dispatchOutbox(db, {
    jobs: { enqueueMany: async (_, __, payloads) => void sent.push(...payloads) },
    log: { error: (error: unknown) => void errors.push(error) },
  })
  expect(sent).toHaveLength(2)
  expect(errors).toHaveLength(1)
  const counted = await db
    .selectFrom('ticket_sales')
    .select(['ticket_type_id', 'tickets'])
    .where('ticket_type_id', 'in', good.types)
    .execute()
  expect(counted).toEqual([{ ticket_type_id: good.types[0], tickets: 2 }])
})
