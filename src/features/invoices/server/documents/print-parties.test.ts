import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, expect, test } from 'vitest'
import type { InvoiceParty } from '../insert-invoice'
import type { InvoiceRecord } from './find-invoice'
import { printInvoice } from './print-invoice'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  return () => pdfium.destroy()
})

const record: InvoiceRecord = {
  number: 'JW-2026-00148',
  kind: 'invoice',
  seller: 'organizer',
  issuedAt: new Date('2026-11-19T12:00:00Z'),
  currency: 'EUR',
  netCents: 3600,
  taxCents: 0,
  totalCents: 3600,
  content: {
    seller: { name: 'Jonas Wirth' },
    buyer: { name: 'Priya Raman', email: 'priya@raman.example' },
    orderNumber: 'OR-2026-11873',
    event: {
      title: 'Low Ceiling',
      startsAt: '2026-12-11T22:00:00+00:00',
      timezone: 'Europe/Berlin',
      venue: 'The Cistern',
      city: 'Berlin',
    },
    tax: { mode: 'none', ratePpm: 0 },
    lines: [],
  },
  corrects: null,
  replacedBy: null,
  other: null,
  provider: 'stripe',
  paidAt: new Date('2026-11-19T12:00:00Z'),
  refundedAt: null,
  refundSentAt: null,
}

async function print(
  content: Partial<InvoiceRecord['content']>,
  changes: Partial<InvoiceRecord> = {},
): Promise<string> {
  const file = await printInvoice(
    { ...record, ...changes, content: { ...record.content, ...content } },
    { siteName: 'Back to Back' },
  )
  const document = await pdfium.loadDocument(file)
  return document.getPage(0).getText().replaceAll(/\s+/g, ' ')
}
const printSeller = async (seller: InvoiceParty) =>
  / Sold by (.*?) ?Billed to /.exec(await print({ seller }))?.[1]

test('the seller is printed with name, address with country, and VAT number', async () => {
  expect(
    await printSeller({
      name: 'Jonas Wirth',
      address: 'Weserstraße 12\n12047 Berlin',
      country: 'DE',
      taxId: 'DE 319 204 118',
    }),
  ).toBe('Jonas Wirth Weserstraße 12, 12047 Berlin, Germany VAT DE 319 204 118')
})

test('the site’s address has no separate country, and a tax ID without a country code isn’t labeled as VAT', async () => {
  expect(
    await printSeller({ name: 'Back to Back Inc.', address: '1 Main St\nBoston, USA', taxId: '12-3456789' }),
  ).toBe('Back to Back Inc. 1 Main St, Boston, USA Tax ID 12-3456789')
})

test('without billing details, only the seller’s name is printed', async () => {
  expect(await printSeller({ name: 'Jonas Wirth' })).toBe('Jonas Wirth')
  expect(await printSeller({ name: 'Back to Back', address: '', taxId: '' })).toBe('Back to Back')
})

test('an invoice for a company names the company first, then the buyer', async () => {
  const billedTo = {
    name: 'Raman Design GmbH',
    address: 'Weserstraße 40\n10967 Berlin',
    country: 'DE',
    taxId: 'DE 811 907 980',
  }
  expect(await print({ buyer: { ...record.content.buyer, billedTo } })).toContain(
    'Billed to Raman Design GmbH Weserstraße 40, 10967 Berlin, Germany VAT DE 811 907 980 Priya Raman, priya@raman.example',
  )
  expect(await print({ buyer: { ...record.content.buyer, billedTo: { name: 'Priya Raman' } } })).toContain(
    'Billed to Priya Raman priya@raman.example',
  )
})

test('a replaced invoice and its credit note name the new one, and no refund', async () => {
  const replaced = { replacedBy: 'JW-2026-00149' }
  expect(await print({}, replaced)).toContain(
    'Canceled by a credit note, and replaced by invoice JW-2026-00149.',
  )
  const text = await print({}, { ...replaced, kind: 'credit_note', number: 'JW-2026-C-00001' })
  expect(text).toContain('Replaced by JW-2026-00149')
  expect(text).toContain('No money is refunded. The tickets remain paid.')
  expect(text).not.toMatch(/Refunded|arrives/)
})
