import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop, reserveInput } from '~tests/support/shop'
import type { BillingDetails } from '../contract'
import { getOrderBilling, saveOrderBilling } from './order-billing'
import { listInvoices, runInvoiceJob } from './testing'

const { db } = await openShop()
const shop = createEventShop(db)
const DAY_MS = 86_400_000

const company: BillingDetails = {
  legalName: 'Raman Design GmbH',
  address: 'Weserstraße 40\n10967 Berlin',
  country: 'DE',
  taxId: 'DE 811 907 980',
}
const billedTo = {
  name: 'Raman Design GmbH',
  address: company.address,
  country: 'DE',
  taxId: 'DE 811 907 980',
}

const save = (caller: Caller, orderId: string, details: Partial<BillingDetails> = {}, now = new Date()) =>
  saveOrderBilling({ db, caller, now: () => now }, orderId, { ...company, ...details })
const postSale = (orderId: string) => sql`select post_sales(array[${orderId}::uuid])`.execute(db)

/** Inserts an order of two tickets for $16.00 with its invoices. */
async function insertInvoicedOrder() {
  const { sale } = await insertEvent(db)
  const buyer = await insertCaller(db)
  const orderId = await shop.buy(buyer, sale, [2])
  await postSale(orderId)
  await runInvoiceJob(db)
  return { orderId, buyer }
}

async function refundTicket(orderId: string) {
  await sql`
    select refund_tickets(${orderId}::uuid, array(
      select id from tickets where order_id = ${orderId} and status = 'valid' limit 1), 'holder', true)`.execute(
    db,
  )
  await sql`
    update refunds r set status = 'done', settled_at = now(), sent_at = now()
    from payments p where p.id = r.payment_id and p.order_id = ${orderId} and r.status = 'requested'`.execute(
    db,
  )
}

const listTotals = async (orderId: string) =>
  (await listInvoices(db, [orderId])).map(({ seller, kind, cents: [, , total], content }) => [
    seller,
    kind,
    total,
    content.buyer.billedTo?.name ?? null,
  ])

test('a company that the buyer enters before paying is on the invoices', async () => {
  const { sale } = await insertEvent(db)
  const buyer = await insertCaller(db)
  const { id } = await shop.as(buyer).reserve(reserveInput(sale, [1]))
  expect(await getOrderBilling({ db, caller: buyer, now: () => new Date() }, id)).toMatchObject({
    details: null,
    changeableUntil: expect.any(Date),
  })
  await save(buyer, id)
  await sql`update orders set status = 'confirmed', confirmed_at = now() where id = ${id}`.execute(db)
  await postSale(id)
  await runInvoiceJob(db)
  const invoices = await listInvoices(db, [id])
  expect(invoices.map(({ kind, content }) => [kind, content.buyer.billedTo])).toEqual([
    ['invoice', billedTo],
    ['invoice', billedTo],
  ])
})

test('details entered after the payment replace the issued invoices, which credit notes cancel', async () => {
  const { orderId, buyer } = await insertInvoicedOrder()
  expect(await save(buyer, orderId)).toMatchObject({ details: company })
  expect(await runInvoiceJob(db)).toBe(1)
  expect(await listTotals(orderId)).toEqual([
    ['organizer', 'invoice', 3200, null],
    ['organizer', 'invoice', 3200, 'Raman Design GmbH'],
    ['organizer', 'credit_note', -3200, null],
    ['platform', 'invoice', 320, null],
    ['platform', 'invoice', 320, 'Raman Design GmbH'],
    ['platform', 'credit_note', -320, null],
  ])
  // Saving the same details again issues no more invoices.
  await save(buyer, orderId)
  await postSale(orderId)
  await runInvoiceJob(db)
  expect(await listTotals(orderId)).toHaveLength(6)
})

test('refunds after such a change correct the new invoices to the cent', async () => {
  const { orderId, buyer } = await insertInvoicedOrder()
  await save(buyer, orderId)
  // The refund is settled before the job has replaced the invoice.
  await refundTicket(orderId)
  await runInvoiceJob(db)
  await refundTicket(orderId)
  await runInvoiceJob(db)
  const invoices = await listInvoices(db, [orderId])
  const latest = invoices.find(({ kind, content }) => kind === 'invoice' && content.buyer.billedTo)
  const refunds = invoices.filter(({ refundId, seller }) => refundId !== null && seller === 'organizer')
  expect(refunds.map(({ corrects, content }) => [corrects, content.buyer.billedTo?.name])).toEqual([
    [latest?.id, 'Raman Design GmbH'],
    [latest?.id, 'Raman Design GmbH'],
  ])
  expect(invoices.reduce((sum, { cents: [, , total] }) => sum + total, 0)).toBe(0)
})

test('refuses changes by other people, after 14 days, after a refund, and after five changes', async () => {
  const { orderId, buyer } = await insertInvoicedOrder()
  const other = await insertCaller(db)
  const matchCode = (code: string) => expect.objectContaining({ code })
  await expect(save(other, orderId)).rejects.toEqual(matchCode('NOT_FOUND'))
  await expect(save(buyer, 'no-id')).rejects.toEqual(matchCode('NOT_FOUND'))
  const late = new Date(Date.now() + 14 * DAY_MS + 60_000)
  await expect(save(buyer, orderId, {}, late)).rejects.toEqual(matchCode('TOO_LATE'))
  for (const taxId of ['1', '2', '3', '4', '5']) await save(buyer, orderId, { taxId })
  await expect(save(buyer, orderId, { taxId: '6' })).rejects.toEqual(matchCode('TOO_MANY_CHANGES'))
  const refunded = await insertInvoicedOrder()
  await refundTicket(refunded.orderId)
  await expect(save(refunded.buyer, refunded.orderId)).rejects.toEqual(matchCode('REFUNDED'))
  const free = await insertEvent(db, [{ total: 5, cents: 0 }])
  const freeOrder = await shop.buy(buyer, free.sale, [1])
  await expect(save(buyer, freeOrder)).rejects.toEqual(matchCode('TOO_LATE'))
})

test('billing details can change any number of times before the payment, and also after a refunded second payment', async () => {
  const { sale } = await insertEvent(db)
  const buyer = await insertCaller(db)
  const { id } = await shop.as(buyer).reserve(reserveInput(sale, [1]))
  for (const taxId of ['1', '2', '3', '4', '5', '6', '7']) await save(buyer, id, { taxId })
  await sql`update orders set status = 'confirmed', confirmed_at = now() where id = ${id}`.execute(db)
  await postSale(id)
  await sql`
    with paid_twice as (
      insert into payments (order_id, provider, provider_reference, amount_cents, status, settled_at)
      values (${id}, 'sandbox', ${`twice-${id}`}, 1760, 'returned', now()) returning id
    )
    insert into refunds (payment_id, amount_cents, reason) select id, 1760, 'already_paid' from paid_twice`.execute(
    db,
  )
  for (const taxId of ['a', 'b', 'c', 'd']) await save(buyer, id, { taxId })
  await runInvoiceJob(db)
  const invoices = await listInvoices(db, [id])
  expect(invoices.map(({ kind, content }) => [kind, content.buyer.billedTo?.taxId])).toEqual([
    ['invoice', 'd'],
    ['invoice', 'd'],
  ])
  await expect(save(buyer, id, { taxId: 'e' })).rejects.toMatchObject({ code: 'TOO_MANY_CHANGES' })
})

test('concurrent changes and jobs leave one valid invoice of each seller, with the last details', async () => {
  const { orderId, buyer } = await insertInvoicedOrder()
  for (const taxId of ['A', 'B']) {
    await Promise.all([
      save(buyer, orderId, { taxId: `${taxId}1` }),
      save(buyer, orderId, { taxId: `${taxId}2` }),
      runInvoiceJob(db),
      runInvoiceJob(db),
    ])
  }
  await runInvoiceJob(db)
  const invoices = await listInvoices(db, [orderId])
  const { details } = await getOrderBilling({ db, caller: buyer, now: () => new Date() }, orderId)
  const open = invoices.filter(
    ({ id, kind }) => kind === 'invoice' && !invoices.some(({ corrects }) => corrects === id),
  )
  expect(open.map(({ seller, content }) => [seller, content.buyer.billedTo?.taxId])).toEqual([
    ['organizer', details?.taxId],
    ['platform', details?.taxId],
  ])
  expect(invoices.reduce((sum, { cents: [, , total] }) => sum + total, 0)).toBe(3520)
})
