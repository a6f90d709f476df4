import { PDFiumLibrary } from '@hyzyla/pdfium'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestSettings } from '~/features/settings/server/testing'
import type { Currency } from '~/lib/currency'
import { NO_TAX, type Tax } from '~/lib/tax'
import { formatBalance } from '~/lib/money'
import type { Caller } from '~/platform/rpc/caller'
import { insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { type RefundedItem, writeCreditNoteLines } from '../../rules/credit-note-lines'
import { type SoldItem, sumLines, writeInvoiceLines } from '../../rules/invoice-lines'
import { getSellerId } from '../get-seller'
import { type InvoiceContent, insertInvoice } from '../insert-invoice'
import { insertPaidOrders, listInvoices } from '../testing'
import { getInvoiceFile } from './get-invoice-file'

const { db } = await openShop()
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  return () => pdfium.destroy()
})

const issuedAt = new Date('2026-11-19T12:00:00Z')
const event = {
  title: 'Low Ceiling',
  startsAt: '2026-12-11T22:00:00+00:00',
  timezone: 'Europe/Berlin',
  venue: 'The Cistern',
  city: 'Berlin',
}
const buyerDetails = { name: 'Priya Raman', email: 'priya@raman.example' }
const createTicket = (name: string, quantity: number, unitCents: number, discountCents = 0): SoldItem => ({
  item: 'ticket',
  name,
  quantity,
  unitCents,
  discountCents,
})
const createFee = (cents: number): SoldItem => ({ ...createTicket('', 1, cents), item: 'service_fee' })
const INCLUDED: Tax = { mode: 'included', ratePpm: 190_000 }

/** Inserts two invoices for an order of Priya: Jonas Wirth's for the tickets, and the site's for the fee. */
async function insertInvoices(
  items: readonly SoldItem[],
  {
    feeCents = 360,
    currency = 'EUR',
    tax = NO_TAX,
    name = 'Jonas Wirth',
  }: { feeCents?: number; currency?: Currency; tax?: Tax; name?: string } = {},
) {
  const { organizer, sale } = await insertEvent(db)
  const buyer = await insertCaller(db)
  const [orderId = ''] = await insertPaidOrders(db, sale, 1)
  await sql`update orders set customer_id = ${buyer.id} where id = ${orderId}`.execute(db)
  await sql`
    insert into payments (order_id, provider, provider_reference, status, amount_cents, settled_at)
    values (${orderId}, 'stripe', ${orderId}, 'approved', 1760, ${issuedAt})`.execute(db)
  const content: Omit<InvoiceContent, 'seller' | 'lines'> = {
    buyer: buyerDetails,
    orderNumber: 'OR-2026-11873',
    event,
    tax,
  }
  const common = { orderId, billingVersion: 0, currency, issuedAt }
  await db.transaction().execute(async (trx) => {
    await insertInvoice(trx, {
      sellerId: await getSellerId(trx, { kind: 'organizer', profileId: organizer.id, name }),
      seller: 'organizer',
      ...common,
      content: { ...content, seller: { name }, lines: writeInvoiceLines(items, tax) },
    })
    if (feeCents > 0)
      await insertInvoice(trx, {
        sellerId: await getSellerId(trx, { kind: 'platform', name: 'Back to Back' }),
        seller: 'platform',
        ...common,
        content: {
          ...content,
          seller: { name: 'Back to Back' },
          lines: writeInvoiceLines([createFee(feeCents)], tax),
        },
      })
  })
  const stored = await listInvoices(db, [orderId])
  return { organizer, buyer, orderId, invoices: stored, platformInvoice: stored[1] }
}

/** Inserts the credit notes for a refund. They correct the order's invoices. */
async function insertCreditNotes(
  { orderId, invoices }: Awaited<ReturnType<typeof insertInvoices>>,
  items: readonly RefundedItem[],
  feeCents: number,
) {
  const { rows } = await sql<{ id: string }>`
    insert into refunds (payment_id, amount_cents, reason, status, sent_at, settled_at)
    select id, 1760, 'organizer', 'done', '2026-12-03 09:00Z', '2026-12-03 09:00Z' from payments where order_id = ${orderId}
    returning id`.execute(db)
  const refundId = rows[0]?.id ?? ''
  const { rows: series } = await sql<{ id: string; sellerId: string; currency: string }>`
    select i.id, s.seller_id as "sellerId", i.currency from invoices i join invoice_series s on s.id = i.series_id
    where i.order_id = ${orderId}`.execute(db)
  await db.transaction().execute(async (trx) => {
    for (const { id, seller, content } of invoices) {
      const { sellerId, currency } = series.find((row) => row.id === id) ?? { sellerId: '', currency: '' }
      const lines =
        seller === 'organizer' ? items : [{ ...createFee(feeCents), shareCents: feeCents, ticketNumbers: [] }]
      const cents = lines.reduce((sum, { shareCents }) => sum + shareCents, 0)
      await insertInvoice(trx, {
        sellerId,
        seller: seller === 'organizer' ? 'organizer' : 'platform',
        orderId,
        billingVersion: 0,
        credits: { refundId, invoiceId: id },
        currency,
        issuedAt: new Date('2026-12-03T12:00:00Z'),
        content: {
          ...content,
          lines: writeCreditNoteLines(
            { cents, creditedCents: 0, items: lines },
            { tax: content.tax, ...sumLines(content.lines) },
          ),
        },
      })
    }
  })
  return (await listInvoices(db, [orderId])).filter(({ kind }) => kind === 'credit_note')
}

const settings = createTestSettings()
const getFile = (caller: Caller, invoice: { id: string } | undefined) =>
  getInvoiceFile({ db, settings, caller }, invoice?.id ?? '')

async function open(caller: Caller, invoice: { id: string } | undefined) {
  const file = await getFile(caller, invoice)
  const document = await pdfium.loadDocument(Buffer.from(await file.arrayBuffer()))
  const count = document.getPageCount()
  const texts = Array.from({ length: count }, (_, page) =>
    document.getPage(page).getText().replaceAll(/\s+/g, ' '),
  )
  return { name: file.name, pages: texts, text: texts.join(' ') }
}
/** Formats the stored amounts of a document, to compare them with its text. */
const formatStored = (
  { cents: [net, tax, total] }: { cents: readonly [number, number, number] },
  currency: Currency,
) => ({
  net: formatBalance(net, currency),
  tax: formatBalance(tax, currency),
  total: formatBalance(total, currency),
})

test('an invoice in euros with included tax prints the stored amounts and names the invoice for the fee', async () => {
  const { buyer, invoices, platformInvoice } = await insertInvoices(
    [createTicket('General Admission', 2, 1800)],
    {
      tax: INCLUDED,
    },
  )
  const [invoice] = invoices
  const { name, pages, text } = await open(buyer, invoice)
  expect(name).toBe(`${invoice?.invoiceNumber}.pdf`)
  expect(pages).toHaveLength(1)
  expect(invoice && formatStored(invoice, 'EUR')).toEqual({ net: '€30.25', tax: '€5.75', total: '€36.00' })
  for (const part of [
    'Invoice issued Thursday 19 November 2026',
    invoice?.invoiceNumber,
    'OR-2026-11873',
    '11 December 2026',
    '19 Nov 2026, card',
    'Jonas Wirth',
    'Priya Raman',
    'priya@raman.example',
    'Low Ceiling, Fri 11 Dec 2026, 23:00, The Cistern, Berlin',
    'Item Quantity Price VAT Amount',
    '2 €18.00 19% €36.00',
    'Net €30.25',
    'VAT 19%, included €5.75',
    'Total €36.00',
    `The €3.60 service fee is on invoice ${platformInvoice?.invoiceNumber}, issued by Back to Back.`,
    'Paid in full. No payment is due.',
    '1 of 1',
  ])
    expect(text).toContain(part)
  const other = await open(buyer, platformInvoice)
  for (const part of [
    'Service fee',
    'VAT 19%, included €0.57',
    'Total €3.60',
    `The tickets, sold by Jonas Wirth, are on invoice ${invoice?.invoiceNumber}.`,
  ])
    expect(other.text).toContain(part)
})

test('a credit note in euros prints negative amounts and names the invoice and the credit note for the service fee', async () => {
  const order = await insertInvoices([createTicket('General Admission', 2, 1800)], { tax: INCLUDED })
  const refunded = {
    ...createTicket('General Admission', 1, 1800),
    shareCents: 1800,
    ticketNumbers: ['TK-0C41-90211'],
  }
  const [note, other] = await insertCreditNotes(order, [refunded], 180)
  const { name, text } = await open(order.buyer, note)
  expect(name).toBe(`${note?.invoiceNumber}.pdf`)
  expect(note && formatStored(note, 'EUR')).toEqual({ net: '−€15.13', tax: '−€2.87', total: '−€18.00' })
  for (const part of [
    'Credit note issued Thursday 3 December 2026',
    `Corrects invoice ${order.invoices[0]?.invoiceNumber}`,
    '3 Dec 2026, card',
    'Refund: General Admission',
    'Berlin. Ticket TK-0C41-90211, no longer valid',
    '1 −€18.00 19% −€18.00',
    'Net −€15.13',
    'VAT 19%, included −€2.87',
    'Total −€18.00',
    `The €1.80 service fee was refunded on credit note ${other?.invoiceNumber}, issued by Back to Back.`,
    'The refund arrives by 17 December 2026.',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('No payment is due')
})

test('an invoice in pounds without tax has no tax column and no net amount, and shows the discount', async () => {
  const { buyer, invoices } = await insertInvoices([createTicket('Late Entry', 3, 1250, 375)], {
    currency: 'GBP',
    feeCents: 0,
  })
  const { text } = await open(buyer, invoices[0])
  expect(invoices[0] && formatStored(invoices[0], 'GBP').total).toBe('£33.75')
  for (const part of [
    'Item Quantity Price Amount',
    'Berlin. Discount −£3.75',
    '3 £12.50 £33.75',
    'Total £33.75',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/VAT|Net|service fee/)
})

test('an invoice in yen has no decimals, and added tax is not part of the price', async () => {
  const { buyer, invoices } = await insertInvoices([createTicket('General', 2, 4500)], {
    currency: 'JPY',
    feeCents: 900,
    tax: { mode: 'added', ratePpm: 100_000 },
  })
  const { text } = await open(buyer, invoices[0])
  expect(invoices[0] && formatStored(invoices[0], 'JPY')).toEqual({
    net: '¥9,000',
    tax: '¥900',
    total: '¥9,900',
  })
  for (const part of [
    '2 ¥4,500 10% ¥9,000',
    'Net ¥9,000',
    'Tax 10% ¥900',
    'Total ¥9,900',
    'The ¥990 service',
  ])
    expect(text).toContain(part)
})

test('long names on an invoice wrap, and many items continue on a second page', async () => {
  const name = 'Ünterlängen '.repeat(9).trim()
  const items = Array.from({ length: 7 }, (_, index) => createTicket(`${name} ${index + 1}`, 1, 100_000))
  const { buyer, invoices } = await insertInvoices(items, { name: 'Łukasz Żółć-'.repeat(8), tax: INCLUDED })
  const { pages } = await open(buyer, invoices[0])
  expect(pages).toHaveLength(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Item Quantity Price VAT Amount')
    expect(page).toContain(`${index + 1} of 2`)
  }
  expect(pages[0]).not.toContain('Total')
  expect(pages[1]).toContain('Total €7,000.00')
})

test('only the buyer, the seller and admins can download an invoice', async () => {
  const { buyer, organizer, invoices, platformInvoice } = await insertInvoices([
    createTicket('General Admission', 2, 1800),
  ])
  const [invoice] = invoices
  const other = await insertCaller(db)
  const admin: Caller = { ...other, roles: ['admin'] }
  for (const [caller, readable] of [
    [buyer, [invoice, platformInvoice]],
    [organizer, [invoice]],
    [admin, [invoice, platformInvoice]],
    [other, []],
    [{ ...other, roles: ['moderator'] }, []],
  ] as const)
    for (const paper of [invoice, platformInvoice]) {
      const file = getFile(caller, paper)
      if (readable.some((item) => item === paper)) expect((await file).type).toBe('application/pdf')
      else await expect(file).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
})
