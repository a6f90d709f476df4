import { assert, constantFrom, integer, property, record, array } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { calculateShare, formatMoney } from '~/lib/money'
import { calculateAddedTax, NO_TAX, type TaxMode } from '~/lib/tax'
import { computeShownCents, computeShownLines, formatShownPrice } from './shown-price'

const allIn = {
  priceDisplay: 'all_in',
  feeBasisPoints: 1000,
  feeTaxPpm: 0,
  currency: 'USD',
  tax: NO_TAX,
} as const
const itemised = {
  priceDisplay: 'itemised',
  feeBasisPoints: 1000,
  feeTaxPpm: 0,
  currency: 'USD',
  tax: NO_TAX,
} as const

test('shows the price with the fee if prices include it, otherwise without', () => {
  expect(formatMoney(computeShownCents(1600, allIn), 'USD')).toBe('$17.60')
  expect(formatMoney(computeShownCents(1600, itemised), 'USD')).toBe('$16.00')
  expect(computeShownCents(0, allIn)).toBe(0)
})

test('names the fee beside the price unless the price includes it', () => {
  expect(formatShownPrice(1600, itemised)).toBe('$16.00 + $1.60 fee')
  expect(formatShownPrice(1600, allIn)).toBe('$17.60')
  expect(formatShownPrice(1600, { ...itemised, feeBasisPoints: 0 })).toBe('$16.00')
  expect(formatShownPrice(0, itemised)).toBe('Free')
  expect(formatShownPrice(1605, { ...itemised, currency: 'JPY' })).toBe('¥1,605 + ¥161 fee')
})

test('names the tax that is added to the price, unless the price includes it', () => {
  const tax = { mode: 'added', ratePpm: 88_750 } as const
  expect(formatShownPrice(1600, { ...itemised, tax })).toBe('$16.00 + $1.42 tax + $1.60 fee')
  expect(formatShownPrice(1600, { ...allIn, tax })).toBe('$19.02')
  expect(formatShownPrice(1600, { ...itemised, tax: { ...tax, mode: 'included' } })).toBe(
    '$16.00 + $1.60 fee',
  )
  expect(formatShownPrice(0, { ...itemised, tax })).toBe('Free')
})

test('rounds the fee per ticket in prices but once in an order, whose lines still add up', () => {
  // A ticket for 5 cents with a fee of half a cent is shown as 6 cents, but three of these tickets cost 17 cents.
  expect(computeShownCents(5, allIn)).toBe(6)
  expect(computeShownLines([15], allIn)).toEqual([17])
  expect(computeShownLines([5, 5, 5], allIn)).toEqual([6, 5, 6])
})

const terms = record({
  priceDisplay: constantFrom('all_in' as const, 'itemised' as const),
  feeBasisPoints: integer({ min: 0, max: 3000 }),
  tax: record({
    mode: constantFrom<TaxMode>('none', 'included', 'added'),
    ratePpm: integer({ min: 0, max: 300_000 }),
  }),
})
const order = array(
  record({ unit: integer({ min: 0, max: 1_000_000 }), count: integer({ min: 1, max: 10 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)

test('the lines of every order add up to the total, and each differs from its exact share by less than a cent per rounding', () => {
  assert(
    property(terms, order, (site, items) => {
      const lines = items.map(({ unit, count }) => unit * count)
      const subtotal = lines.reduce((sum, line) => sum + line, 0)
      const isAllIn = site.priceDisplay === 'all_in'
      const fee = isAllIn ? calculateShare(subtotal, site.feeBasisPoints) : 0
      const tax = isAllIn ? calculateAddedTax(subtotal, site.tax) : 0
      const rate = isAllIn && site.tax.mode === 'added' ? site.tax.ratePpm / 1_000_000 : 0
      const shown = computeShownLines(lines, site)
      expect(shown.reduce((sum, line) => sum + line, 0)).toBe(subtotal + fee + tax)
      for (const [index, line] of lines.entries()) {
        const exact = isAllIn ? line * (1 + site.feeBasisPoints / 10_000 + rate) : line
        // Fee and added tax are rounded separately, so with both, the difference can be twice as large.
        expect(Math.abs((shown[index] ?? 0) - exact)).toBeLessThan(rate > 0 ? 2.000_001 : 1.000_001)
      }
    }),
  )
})

test('the sum of ticket prices differs from the order’s total by at most half a cent per ticket and rounding', () => {
  assert(
    property(
      terms,
      integer({ min: 0, max: 1_000_000 }),
      integer({ min: 1, max: 10 }),
      (site, unit, count) => {
        const [together = 0] = computeShownLines([unit * count], site)
        const parts = site.tax.mode === 'added' ? 2 : 1
        expect(Math.abs(computeShownCents(unit, site) * count - together)).toBeLessThanOrEqual(
          parts * (count / 2 + 0.5),
        )
      },
    ),
  )
})
