import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsQr from 'jsqr'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderRecord } from './order-record'
import { printTickets } from './print-order'
import { createReceiptPdf, type Receipt } from './receipt-pdf'
import { createTicketsPdf, type TicketPage } from './ticket-pdf'

const PIXELS_PER_POINT = 2
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  return () => pdfium.destroy()
})

const page: TicketPage = {
  number: 'TK-0C41-88213',
  code: 'B2B11A2B3C4D5E6F708192A3B4C5D6E7F80',
  typeName: 'General Admission',
  position: 1,
  count: 2,
  orderNumber: 'OR-2026-10442',
  title: 'Dust & Diamonds',
  date: 'Saturday 5 December 2026',
  time: '23:00',
  shortDate: 'Sat 5 Dec',
  venueName: 'Carriage Works',
  venueAddress: '14 Holbeck Lane',
  location: 'Leeds',
  holder: 'Mara Voß-Škvorecký',
  ageRestriction: 18,
}

const receipt: Receipt = {
  siteName: 'Slipped Halves',
  priceDisplay: 'itemised',
  currency: 'USD',
  orderNumber: 'OR-2026-10442',
  status: 'confirmed',
  issuedOn: 'Friday 20 November 2026',
  paidBy: { name: 'Mara Voss', email: 'mara@backtoback.example' },
  paidWith: { method: 'Sandbox', at: '20 Nov 2026, 21:38' },
  eventLine: 'Dust & Diamonds, Sat 5 Dec 2026, 23:00, Carriage Works, Leeds',
  items: [
    { name: 'General Admission', quantity: 3, unitCents: 1600 },
    { name: 'Late Entry', quantity: 1, unitCents: 1600 },
  ],
  discount: { code: null, cents: 0 },
  subtotalCents: 6400,
  tax: { mode: 'none', ratePpm: 0 },
  addedTaxCents: 0,
  feeBasisPoints: 1000,
  feeTaxPpm: 0,
  feeCents: 640,
  totalCents: 7040,
  refundedCents: 0,
  soldBy: 'Sold by Owen Faulk, Carriage Works, through Slipped Halves.',
  ticketNumbers: ['TK-0C41-88213', 'TK-0C41-88214'],
}

async function open(file: Buffer) {
  const document = await pdfium.loadDocument(file)
  return {
    pages: [...document.pages()],
    picture: async (index: number) =>
      document.getPage(index).render({ scale: PIXELS_PER_POINT, render: 'bitmap' }),
    text: (index: number) => document.getPage(index).getText(),
  }
}

/** PDFium returns BGRA and jsQR expects RGBA, which makes no difference for a black and white code. */
const decode = (picture: { data: Uint8Array; width: number; height: number }) =>
  jsQr(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data

describe('ticket PDF', () => {
  test('C-02 prints one ticket per page, each with its own QR code that can be scanned', async () => {
    const other = {
      ...page,
      number: 'TK-0C41-88214',
      code: 'B2B1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF',
      position: 2,
    }
    const file = await open(await createTicketsPdf([page, other], 'Slipped Halves'))
    expect(file.pages).toHaveLength(2)
    expect(decode(await file.picture(0))).toBe(page.code)
    expect(decode(await file.picture(1))).toBe(other.code)
  })

  test('numbers tickets within their ticket type', async () => {
    const ticket = { customer_id: 'mara', status: 'valid', secret: '0'.repeat(32), ticket_number: 'TK-1' }
    const record = {
      order: {
        customer_id: 'mara',
        order_number: 'OR-1',
        title: 'Dust & Diamonds',
        event_date: new Date(),
        timezone: 'Europe/London',
        venue_name: '',
        venue_address: '',
        location: '',
        buyer_name: 'Mara Voss',
      },
      tickets: [
        { ...ticket, id: '1', type_name: 'General Admission' },
        { ...ticket, id: '2', type_name: 'General Admission' },
        { ...ticket, id: '3', type_name: 'Late Entry' },
      ],
    } as unknown as OrderRecord
    const file = await open((await printTickets(record, { siteName: 'Slipped Halves' })) ?? Buffer.of())
    expect(file.text(1)).toContain('General Admission, 2 of 2')
    expect(file.text(2)).toContain('Late Entry, 1 of 1')
    const one = await open(
      (await printTickets(record, { siteName: 'Slipped Halves', ticketId: '3' })) ?? Buffer.of(),
    )
    expect(one.text(0)).toContain('Late Entry, 1 of 1')
  })

  test('stores the flyer once in a PDF of several tickets', async () => {
    const file = await createTicketsPdf([page, { ...page, position: 2 }], 'Slipped Halves')
    expect(file.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  })

  test('prints Vietnamese, Turkish and Polish names as selectable text, also from the cache', async () => {
    const names = ['Nguyễn Thị Hường', 'Çağrı Işık', 'Łukasz Żółć']
    const named = { ...page, title: 'Zażółć gęślą jaźń', holder: names.join(', ') }
    const [first, second] = [
      await open(await createTicketsPdf([named], 'Slipped Halves')),
      await open(await createTicketsPdf([named], 'Slipped Halves')),
    ]
    const text = first.text(0).replaceAll(/\s+/g, ' ')
    for (const word of names) expect(text).toContain(word)
    expect(second.text(0)).toBe(first.text(0))
    const [before, after] = [await first.picture(0), await second.picture(0)]
    expect(Buffer.compare(before.data, after.data)).toBe(0)
  })

  test('prints letters that were entered as base letter and combining accent', async () => {
    const holder = 'José Škvorecký'
    const file = await open(
      await createTicketsPdf([{ ...page, holder: holder.normalize('NFD') }], 'Slipped Halves'),
    )
    expect(file.text(0)).toContain(holder)
  })

  test('contains text that can be selected and searched, including Latin Extended', async () => {
    const file = await open(await createTicketsPdf([page], 'Slipped Halves'))
    const text = file.text(0)
    for (const word of [
      'General Admission, 1 of 2',
      'TK-0C41-88213',
      'Carriage Works',
      'Mara Voß-Škvorecký',
      '18+',
      'OR-2026-10442',
      'Slipped Halves',
    ]) {
      expect(text).toContain(word)
    }
  })

  test('prints a very long title and hostile text', async () => {
    const hostile = {
      ...page,
      title: 'Ünterlängen '.repeat(9).trim(),
      venueName: '<script>'.repeat(14),
      holder: 'x'.repeat(100),
      ageRestriction: null,
    }
    const file = await open(await createTicketsPdf([hostile], 'Slipped Halves'))
    expect(file.pages).toHaveLength(1)
    expect(decode(await file.picture(0))).toBe(page.code)
  })
})

describe('receipt PDF', () => {
  test('C-05 a receipt names the tickets, their price and the seller', async () => {
    const file = await open(await createReceiptPdf(receipt))
    expect(file.pages).toHaveLength(1)
    const text = file.text(0)
    for (const word of [
      'OR-2026-10442',
      'General Admission',
      '$48.00',
      'Subtotal',
      '$64.00',
      'Service fee (10%)',
      '$6.40',
      '$70.40',
      'Owen Faulk',
      'Slipped Halves',
    ]) {
      expect(text).toContain(word)
    }
  })

  test('a receipt has no fee line when prices include the fee, and its lines add up to the amount paid', async () => {
    const items = [
      { name: 'Early Bird', quantity: 3, unitCents: 1205 },
      { name: 'General Admission', quantity: 1, unitCents: 1605 },
    ]
    const amounts = { subtotalCents: 5220, feeCents: 522, totalCents: 5742 }
    const allIn = { ...receipt, ...amounts, items, priceDisplay: 'all_in' as const }
    const text = (await open(await createReceiptPdf(allIn))).text(0)
    // One ticket costs 13.255, three cost 39.765. Each line is rounded, and the lines add up to the total.
    for (const word of ['$13.26', '$39.77', '$17.65', '$57.42', 'including $5.22 service fee'])
      expect(text).toContain(word)
    expect(text).not.toMatch(/Subtotal|Service fee/)
  })

  test('a receipt shows the discount on its own line, whether or not prices include the fee, and adds up', async () => {
    const amounts = { subtotalCents: 5120, feeCents: 512, totalCents: 5632 }
    const less = { ...receipt, ...amounts, discount: { code: 'EARLY20', cents: 1280 } }
    const itemised = (await open(await createReceiptPdf(less))).text(0)
    const lines = [
      '$48.00',
      '$16.00',
      'Tickets',
      '$64.00',
      'Discount EARLY20',
      '-$12.80',
      'Subtotal',
      '$51.20',
    ]
    for (const word of [...lines, '$5.12', '$56.32']) expect(itemised).toContain(word)
    expect(itemised.indexOf('Discount')).toBeLessThan(itemised.indexOf('Subtotal'))
    const allIn = (await open(await createReceiptPdf({ ...less, priceDisplay: 'all_in' }))).text(0)
    for (const word of ['$52.80', '$17.60', '$70.40', 'Discount EARLY20', '-$14.08', '$56.32'])
      expect(allIn).toContain(word)
    expect(allIn).not.toContain('Subtotal')
    expect((await open(await createReceiptPdf(receipt))).text(0)).not.toContain('Discount')
  })

  test('a receipt shows the order’s status in sentence case', async () => {
    const file = await open(await createReceiptPdf(receipt))
    expect(file.text(0)).toContain('Confirmed')
    expect(file.text(0)).not.toContain('confirmed')
  })

  test('a receipt shows a refund', async () => {
    const file = await open(await createReceiptPdf({ ...receipt, status: 'refunded', refundedCents: 7040 }))
    expect(file.text(0)).toContain('-$70.40')
  })
})
