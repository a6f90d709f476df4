import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEventShop, giveGift, insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { listInvoices, listNumbers, runInvoiceJob } from './testing'

const { db } = await openShop()
const shop = createEventShop(db)

/** Creates an event of Jonas Wirth with tickets for $16.00 and $9.99, and free tickets. The service fee is 10%. */
async function openEvent() {
  const { organizer, sale, eventId } = await insertEvent(db, [
    { total: 50, cents: 1600, name: 'General Admission' },
    { total: 50, cents: 999, name: 'Late Entry' },
    { total: 50, cents: 0, name: 'Guest' },
  ])
  await sql`update profiles set full_name = 'Jonas Wirth' where id = ${organizer.id}`.execute(db)
  const buyer = await insertCaller(db)
  const buy = (quantities: readonly number[]) => shop.buy(buyer, sale, quantities)
  const postSale = (orderId: string) => sql`select post_sales(array[${orderId}::uuid])`.execute(db)
  /** Refunds one valid ticket, the most expensive first. */
  const refund = async (orderId: string) => {
    const { rows } = await sql<{ id: string }>`
      select k.id from tickets k join ticket_types t on t.id = k.ticket_type_id
      where k.order_id = ${orderId} and k.status = 'valid' order by t.price_cents desc, k.id limit 1`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    await sql`select refund_tickets(${orderId}::uuid, ${ids}::uuid[], 'holder', true)`.execute(db)
    return ids
  }
  return { organizer, buyer, sale, eventId, buy, postSale, refund }
}

const settleRefunds = () =>
  sql`update refunds set status = 'done', settled_at = now(), sent_at = now() where status = 'requested'`.execute(
    db,
  )

test('an order gets an invoice of the organizer and an invoice of the platform, with the sold items', async () => {
  const { buy, postSale, buyer } = await openEvent()
  const orderId = await buy([2, 1])
  expect(await runInvoiceJob(db)).toBe(0)
  await postSale(orderId)
  expect(await runInvoiceJob(db)).toBe(1)
  const { rows } = await sql<{ number: string; subtotal: number; fee: number }>`
    select order_number as number, subtotal_cents as subtotal, fee_cents as fee from orders where id = ${orderId}`.execute(
    db,
  )
  const [order] = rows
  const [organizer, platform, ...others] = await listInvoices(db, [orderId])
  expect(others).toEqual([])
  expect(organizer).toMatchObject({
    invoiceNumber: 'JW-2026-00001',
    kind: 'invoice',
    corrects: null,
    cents: [order?.subtotal, 0, order?.subtotal],
    content: {
      seller: { name: 'Jonas Wirth' },
      buyer: { name: 'Mara Voss', email: buyer.email },
      orderNumber: order?.number,
      event: { title: 'Dust & Diamonds', venue: 'Carriage Works', city: 'Leeds', timezone: 'Europe/London' },
      tax: { mode: 'none', ratePpm: 0 },
      lines: [
        { item: 'ticket', name: 'General Admission', quantity: 2, unitCents: 1600, totalCents: 3200 },
        { item: 'ticket', name: 'Late Entry', quantity: 1, unitCents: 999, totalCents: 999 },
      ],
    },
  })
  expect(platform).toMatchObject({
    invoiceNumber: 'BB-2026-00001',
    cents: [order?.fee, 0, order?.fee],
    content: { seller: { name: 'Back to Back' }, lines: [{ item: 'service_fee', totalCents: order?.fee }] },
  })
})

test('running the job again issues no more invoices, even if the order is due again', async () => {
  const { buy, postSale } = await openEvent()
  const orderId = await buy([1])
  await postSale(orderId)
  await runInvoiceJob(db)
  const numbers = await listNumbers(db, [orderId])
  expect(await runInvoiceJob(db)).toBe(0)
  await sql`insert into invoices_due (order_id) values (${orderId}), (${orderId})`.execute(db)
  expect(await runInvoiceJob(db)).toBe(2)
  expect(await listNumbers(db, [orderId])).toEqual(numbers)
})

test('free and complimentary tickets get no invoice', async () => {
  const { buy, sale, eventId, postSale } = await openEvent()
  const free = await buy([0, 0, 2])
  const gift = await giveGift(db, eventId, sale.types[0], { email: 'vera@press.example' })
  for (const orderId of [free, gift]) {
    await postSale(orderId)
    await sql`insert into invoices_due (order_id) values (${orderId})`.execute(db)
  }
  await runInvoiceJob(db)
  expect(await listInvoices(db, [free, gift])).toEqual([])
})

test('a settled partial refund gets credit notes that name their invoices', async () => {
  const { buy, postSale, refund } = await openEvent()
  const orderId = await buy([3, 1])
  await postSale(orderId)
  await runInvoiceJob(db)
  const [organizer, platform] = await listInvoices(db, [orderId])
  const [ticketId] = await refund(orderId)
  expect(await runInvoiceJob(db)).toBe(0)
  await settleRefunds()
  expect(await runInvoiceJob(db)).toBe(1)
  const { rows } = await sql<{ id: string; cents: number; fee: number; ticket: string }>`
    select r.id, r.amount_cents as cents, r.fee_cents as fee, k.ticket_number as ticket
    from refunds r join tickets k on k.refund_id = r.id where k.id = ${ticketId}`.execute(db)
  const [row] = rows
  const notes = (await listInvoices(db, [orderId])).filter(({ kind }) => kind === 'credit_note')
  expect(notes).toMatchObject([
    {
      invoiceNumber: `${organizer?.invoiceNumber.replace(/\d+$/, '')}C-00001`,
      corrects: organizer?.id,
      refundId: row?.id,
      cents: [-1600, 0, -1600],
      content: {
        buyer: organizer?.content.buyer,
        lines: [
          {
            name: 'General Admission',
            quantity: 1,
            unitCents: -1600,
            totalCents: -1600,
            ticketNumbers: [row?.ticket],
          },
        ],
      },
    },
    {
      invoiceNumber: 'BB-2026-C-00001',
      corrects: platform?.id,
      cents: [-(row?.fee ?? 0), 0, -(row?.fee ?? 0)],
      content: { lines: [{ item: 'service_fee' }] },
    },
  ])
  expect(row?.cents).toBe(1600 + (row?.fee ?? 0))
  // The bank rejects the refund, and the organizer pays it in cash. It is still the same refund, so no more credit
  // notes are issued.
  await sql`update refunds set status = 'failed' where id = ${row?.id}`.execute(db)
  await sql`update refunds set status = 'done', other_payment = 'Cash' where id = ${row?.id}`.execute(db)
  expect(await runInvoiceJob(db)).toBe(1)
  expect(await listInvoices(db, [orderId])).toHaveLength(4)
})

test('refunding all tickets one by one cancels the invoices to the cent', async () => {
  const { buy, postSale, refund } = await openEvent()
  const orderId = await buy([2, 3])
  // Sets amounts that don't divide evenly among the tickets.
  await sql`
    with x as (update orders set subtotal_cents = 6100, fee_cents = 610 where id = ${orderId})
    update order_items set discount_cents = case when quantity = 2 then 61 else 36 end where order_id = ${orderId}`.execute(
    db,
  )
  await sql`update payments set amount_cents = 6710 where order_id = ${orderId}`.execute(db)
  await postSale(orderId)
  // Two tickets are refunded before the job first handles the order, the other three afterwards.
  await refund(orderId)
  await refund(orderId)
  await settleRefunds()
  await runInvoiceJob(db)
  for (let n = 0; n < 3; n += 1) {
    await refund(orderId)
    await settleRefunds()
    await runInvoiceJob(db)
  }
  const all = await listInvoices(db, [orderId])
  expect(all).toHaveLength(12)
  for (const seller of ['organizer', 'platform'])
    expect(
      all.filter((invoice) => invoice.seller === seller).reduce((sum, { cents }) => sum + cents[2], 0),
    ).toBe(0)
  const { rows } = await sql<{ name: string; cents: number }>`
    select t.name, i.refunded_cents as cents from order_items i join ticket_types t on t.id = i.ticket_type_id
    where i.order_id = ${orderId}`.execute(db)
  const lines = all.filter(({ kind }) => kind === 'credit_note').flatMap(({ content }) => content.lines)
  for (const { name, cents } of rows)
    expect(lines.filter((line) => line.name === name).reduce((sum, line) => sum - line.totalCents, 0)).toBe(
      cents,
    )
})

test('a payment that brought no tickets gets neither an invoice nor a credit note', async () => {
  const { buy, postSale } = await openEvent()
  const orderId = await buy([1])
  await postSale(orderId)
  await runInvoiceJob(db)
  await sql`
    with p as (
      insert into payments (order_id, provider, provider_reference, status, amount_cents)
      values (${orderId}, 'sandbox', 'paid-twice', 'returned', 1760) returning id
    )
    insert into refunds (payment_id, amount_cents, reason) select id, 1760, 'paid_twice' from p`.execute(db)
  await settleRefunds()
  expect(await runInvoiceJob(db)).toBe(1)
  expect(await listInvoices(db, [orderId])).toHaveLength(2)
})

test('deleting the accounts of seller and buyer changes no invoice, and a later credit note still has their names', async () => {
  const { buy, postSale, refund, organizer, buyer } = await openEvent()
  const orderId = await buy([2])
  await postSale(orderId)
  await runInvoiceJob(db)
  const before = await listInvoices(db, [orderId])
  await sql`update orders set buyer_name = '', buyer_email = '' where id = ${orderId}`.execute(db)
  await sql`delete from accounts where id in (${organizer.id}, ${buyer.id})`.execute(db)
  expect(await listInvoices(db, [orderId])).toEqual(before)
  await refund(orderId)
  await settleRefunds()
  await runInvoiceJob(db)
  const note = (await listInvoices(db, [orderId])).find(({ kind }) => kind === 'credit_note')
  const { seller, buyer: billed } = before[0]?.content ?? {}
  expect(note?.content).toMatchObject({ seller, buyer: billed })
  expect(billed).toEqual({ name: 'Mara Voss', email: buyer.email })
  expect(note?.invoiceNumber).toBe(before[0]?.invoiceNumber.replace(/\d+$/, 'C-00001'))
})

test('a credit note has the seller of its invoice, even after the event got another organizer', async () => {
  const { buy, postSale, refund, eventId } = await openEvent()
  const orderId = await buy([2])
  await postSale(orderId)
  await runInvoiceJob(db)
  const next = await insertCaller(db)
  await sql`update events set organizer_id = ${next.id} where id = ${eventId}`.execute(db)
  await refund(orderId)
  await settleRefunds()
  const later = await buy([1])
  await postSale(later)
  await runInvoiceJob(db)
  const [invoice, note] = await listInvoices(db, [orderId])
  expect(note).toMatchObject({
    kind: 'credit_note',
    corrects: invoice?.id,
    content: { seller: { name: 'Jonas Wirth' } },
  })
  expect((await listInvoices(db, [later]))[0]?.content.seller.name).toBe('Mara Voss')
})
