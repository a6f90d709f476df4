import { expect, test } from 'vitest'
import { CURRENCIES, getDecimals } from '~/lib/currency'
import { calculateTax, NO_TAX, type Tax, type TaxMode } from '~/lib/tax'
import { roundShare } from '~/lib/split-cents'
import * as fc from '~tests/support/fast-check'
import { type RefundedItem, writeCreditNoteLines } from './credit-note-lines'
import { type SoldItem, sumLines, writeInvoiceLines } from './invoice-lines'

const admission: SoldItem = {
  item: 'ticket',
  name: 'General Admission',
  quantity: 2,
  unitCents: 1800,
  discountCents: 0,
}
const VAT: Tax = { mode: 'included', ratePpm: 190_000 }

test('an invoice has the net amount, the included tax and the total of each item', () => {
  const lines = writeInvoiceLines([admission], VAT)
  expect(lines).toEqual([
    { ...admission, netCents: 3025, taxCents: 575, totalCents: 3600, ticketNumbers: [] },
  ])
})

test('a discount reduces the line, and tax that is added increases the total', () => {
  const lines = writeInvoiceLines([{ ...admission, discountCents: 600 }], {
    mode: 'added',
    ratePpm: 100_000,
  })
  expect(sumLines(lines)).toEqual({ netCents: 3000, taxCents: 300, totalCents: 3300 })
})

test('a credit note has negative amounts and the numbers of the tickets', () => {
  const items: RefundedItem[] = [
    {
      item: 'ticket',
      name: 'General Admission',
      quantity: 1,
      unitCents: 1800,
      shareCents: 1700,
      ticketNumbers: ['TK-1'],
    },
  ]
  expect(
    writeCreditNoteLines(
      { cents: 1700, creditedCents: 0, items },
      { tax: NO_TAX, taxCents: 0, totalCents: 3400 },
    ),
  ).toEqual([
    {
      item: 'ticket',
      name: 'General Admission',
      quantity: 1,
      unitCents: -1800,
      discountCents: -100,
      netCents: -1700,
      taxCents: 0,
      totalCents: -1700,
      ticketNumbers: ['TK-1'],
    },
  ])
})

test('shares that round to nothing get what the refund has left', () => {
  const items: RefundedItem[] = [
    { item: 'ticket', name: 'A', quantity: 1, unitCents: 1, shareCents: 0, ticketNumbers: [] },
  ]
  const lines = writeCreditNoteLines(
    { cents: 1, creditedCents: 0, items },
    { tax: VAT, taxCents: 0, totalCents: 1 },
  )
  expect(sumLines(lines).totalCents).toBe(-1)
})

const taxes = fc.record({
  mode: fc.constantFrom<TaxMode>('none', 'included', 'added'),
  ratePpm: fc.integer({ min: 0, max: 300_000 }),
})
/** Generates sales in every currency, with ticket prices of up to 100,000 dollars, euros, yen and so on. */
const sales = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc.array(
    fc
      .record({
        quantity: fc.integer({ min: 1, max: 10 }),
        unitCents: fc.nat({ max: 100_000 * 10 ** getDecimals(currency) }),
      })
      .chain(({ quantity, unitCents }) =>
        fc.record({
          item: fc.constant('ticket' as const),
          name: fc.constant(currency),
          quantity: fc.constant(quantity),
          unitCents: fc.constant(unitCents),
          discountCents: fc.nat({ max: quantity * unitCents }),
        }),
      ),
    { minLength: 1, maxLength: 6 },
  ),
)

const getPrice = ({ quantity, unitCents, discountCents }: SoldItem) => quantity * unitCents - discountCents

test('the lines of an invoice sum to its total in every currency, and net and tax to the total', () => {
  fc.assert(
    fc.property(sales, taxes, (items, tax) => {
      const lines = writeInvoiceLines(items, tax)
      const price = items.reduce((sum, item) => sum + getPrice(item), 0)
      const { netCents, taxCents, grossCents } = calculateTax(price, tax)
      expect(sumLines(lines)).toEqual({ netCents, taxCents, totalCents: grossCents })
      for (const line of lines) {
        expect(line.netCents + line.taxCents).toBe(line.totalCents)
        expect(tax.mode === 'included' ? line.totalCents : line.netCents).toBe(getPrice(line))
      }
    }),
  )
})

test('credit notes for all seats, in any sequence, cancel the invoice to the cent', () => {
  fc.assert(
    fc.property(sales, taxes, fc.infiniteStream(fc.nat()), (items, tax, choices) => {
      const invoiced = writeInvoiceLines(items, tax)
      const invoice = { tax, ...sumLines(invoiced) }
      const refunded = items.map(() => 0)
      const seats = items.flatMap(({ quantity }, index) => Array.from({ length: quantity }, () => index))
      let creditedCents = 0
      const notes = []
      while (seats.length > 0) {
        const [index = 0] = seats.splice((choices.next().value ?? 0) % seats.length, 1)
        const item = items[index]
        const amount = invoiced[index]?.totalCents
        if (item === undefined || amount === undefined) throw new Error('no item')
        const before = roundShare(amount, refunded[index] ?? 0, item.quantity)
        refunded[index] = (refunded[index] ?? 0) + 1
        const cents = roundShare(amount, refunded[index], item.quantity) - before
        const share = { ...item, quantity: 1, shareCents: cents, ticketNumbers: [] }
        const lines = writeCreditNoteLines({ cents, creditedCents, items: [share] }, invoice)
        for (const line of lines) {
          expect(line.netCents + line.taxCents).toBe(line.totalCents)
          expect(Math.max(line.netCents, line.taxCents, line.totalCents)).toBeLessThanOrEqual(0)
          expect(line.totalCents + cents).toBe(0)
          expect(getPrice(line)).toBe(tax.mode === 'added' ? line.netCents : line.totalCents)
        }
        notes.push(...lines)
        creditedCents += cents
      }
      const sums = [invoiced, notes].map(sumLines)
      expect(sumLines(sums)).toEqual({ netCents: 0, taxCents: 0, totalCents: 0 })
    }),
  )
})
