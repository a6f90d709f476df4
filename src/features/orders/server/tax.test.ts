import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { postSales } from '~/features/ledger/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import { createLog } from '~/platform/log/log'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { findFaults, insertCaller, openShop, reserveInput } from '~tests/support/shop'
import { dispatchOutbox } from './jobs'

const { db } = await openShop()
// The service fee is 10% and includes 19% tax.
const shop = createEventShop(db, { settings: createTestSettings({ feeTaxPpm: 190_000 }) })

async function openEvent(mode: 'included' | 'added', ratePpm: number) {
  const event = await insertEvent(db, [
    { total: 100, cents: 1800 },
    { total: 100, cents: 335 },
  ])
  await sql`update events set tax_mode = ${mode}, tax_ppm = ${ratePpm} where id = ${event.eventId}`.execute(
    db,
  )
  return event
}

const readOrder = async (orderId: string) => {
  const { rows } = await sql`
    select o.subtotal_cents as subtotal, o.added_tax_cents as tax, o.fee_cents as fee, o.total_cents as total, o.fee_tax_ppm as "feeTax",
      array(select i.added_tax_cents from order_items i join ticket_types t on t.id = i.ticket_type_id
        where i.order_id = o.id order by t.sort_order) as lines,
      (select json_object_agg(l.account, l.amount) from ledger_entries l join ledger_transactions t on t.id = l.transaction_id
        where t.order_id = o.id and t.kind = 'sale') as posted
    from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}

async function insertPaidOrder(sale: Awaited<ReturnType<typeof openEvent>>['sale'], quantities: number[]) {
  const orderId = await shop.buy(await insertCaller(db), sale, quantities)
  await db.transaction().execute((trx) => postSales(trx, [orderId]))
  await dispatchOutbox(db, { jobs: shop.services.jobs, log: createLog({ level: 'error' }) })
  return orderId
}

describe('tax that is added', () => {
  test('added tax is charged on the subtotal, split over its lines, and posted to the organizer', async () => {
    const { sale } = await openEvent('added', 88_750)
    const orderId = await insertPaidOrder(sale, [2, 1])
    // 8.875% of 39.35 are 3.492; the fee is 10% of 39.35.
    expect(await readOrder(orderId)).toEqual({
      subtotal: 3935,
      tax: 349,
      lines: [319, 30],
      fee: 394,
      total: 4678,
      feeTax: 190_000,
      posted: { provider: 4678, organizer: -4284, service_fees: -394 },
    })
    expect(await findFaults(db)).toEqual([])
  })

  test('added tax is refunded with its ticket, and all refunds sum to the paid amount', async () => {
    const { sale } = await openEvent('added', 88_750)
    const orderId = await insertPaidOrder(sale, [2, 1])
    for (const _ of [1, 2, 3])
      await sql`
        select refund_tickets(${orderId}::uuid, array(
          select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit 1), 'holder', true)`.execute(
        db,
      )
    const { rows } = await sql<{ cents: number[] }>`
      select array_agg(r.amount_cents order by r.id) as cents from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId}`.execute(db)
    expect(rows[0]?.cents.reduce((sum, cents) => sum + cents, 0)).toBe(4678)
    expect(await findFaults(db)).toEqual([])
  })

  test('a free order has no added tax', async () => {
    const event = await insertEvent(db, [{ total: 10, cents: 0 }])
    await sql`update events set tax_mode = 'added', tax_ppm = 100000 where id = ${event.eventId}`.execute(db)
    const order = await shop.as(await insertCaller(db)).reserve(reserveInput(event.sale, [2]))
    expect(order).toMatchObject({ status: 'confirmed', addedTaxCents: 0, totalCents: 0 })
  })
})

test('included tax changes no amount', async () => {
  const { sale } = await openEvent('included', 190_000)
  expect(await readOrder(await insertPaidOrder(sale, [2]))).toMatchObject({
    subtotal: 3600,
    tax: 0,
    total: 3960,
    posted: { provider: 3960, organizer: -3600, service_fees: -360 },
  })
})

test('an event that has an order keeps its tax', async () => {
  const { sale, eventId } = await openEvent('included', 190_000)
  const setRate = (ratePpm: number) =>
    sql`update events set tax_ppm = ${ratePpm} where id = ${eventId}`.execute(db)
  await setRate(70_000)
  await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
  await expect(setRate(190_000)).rejects.toMatchObject({ constraint: 'orders_event_id_fkey' })
})
