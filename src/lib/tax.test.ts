import * as fc from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, getDecimals } from './currency'
import { calculateTax, splitTax, type TaxMode } from './tax'

test.each([
  [11_900, 190_000, 'included', 10_000, 1900, 11_900],
  [10_000, 190_000, 'added', 10_000, 1900, 11_900],
  [1800, 81_000, 'included', 1665, 135, 1800],
  // New York's rate has three decimals.
  [10_000, 88_750, 'added', 10_000, 888, 10_888],
  [10, 50_000, 'added', 10, 1, 11],
  [9, 50_000, 'added', 9, 0, 9],
  [3, 200_000, 'included', 2, 1, 3],
  [2, 200_000, 'included', 2, 0, 2],
  [1800, 100_000, 'none', 1800, 0, 1800],
  [0, 190_000, 'added', 0, 0, 0],
] as const)('%i with a rate of %i, %s', (cents, ratePpm, mode, netCents, taxCents, grossCents) => {
  expect(calculateTax(cents, { mode, ratePpm })).toEqual({ netCents, taxCents, grossCents })
})

test('leftover units go to the largest remainders, the earlier line first', () => {
  const listTaxes = (lines: number[]) =>
    splitTax(lines, { mode: 'added', ratePpm: 190_000 }).map(({ taxCents }) => taxCents)
  // The exact taxes are 0.19, 0.19 and 0.19 cents: 0.57 together, rounded to 1.
  expect(listTaxes([1, 1, 1])).toEqual([1, 0, 0])
  // The exact taxes are 0.19, 0.95 and 0.95 cents: 2.09 together, rounded to 2.
  expect(listTaxes([1, 5, 5])).toEqual([0, 1, 1])
  // The exact taxes are 0, 0.38 and 0.95 cents: 1.33 together, rounded to 1.
  expect(listTaxes([0, 2, 5])).toEqual([0, 0, 1])
  expect(listTaxes([])).toEqual([])
})

test.each([
  [-1, 190_000],
  [0.5, 190_000],
  [100, -1],
  [100, 7.5],
])('%d with a rate of %d is an error', (cents, ratePpm) => {
  expect(() => calculateTax(cents, { mode: 'added', ratePpm })).toThrow(RangeError)
})

// Amounts up to 10 million dollars, euros and so on, in the smallest unit.
const amounts = fc
  .constantFrom(...CURRENCIES)
  .chain((currency) => fc.array(fc.nat({ max: 10_000_000 * 10 ** getDecimals(currency) }), { maxLength: 20 }))
const taxes = fc.record({
  mode: fc.constantFrom<TaxMode>('none', 'included', 'added'),
  ratePpm: fc.integer({ min: 0, max: 300_000 }),
})

test('tax is within half a unit of the exact value, half up', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), taxes, (cents, tax) => {
      const { taxCents } = calculateTax(cents, tax)
      const divisor = BigInt(tax.mode === 'included' ? 1_000_000 + tax.ratePpm : 1_000_000)
      const exact = tax.mode === 'none' ? 0n : BigInt(cents) * BigInt(tax.ratePpm)
      const twiceOff = 2n * (BigInt(taxCents) * divisor - exact)
      expect(twiceOff > -divisor && twiceOff <= divisor).toBe(true)
    }),
  )
})

test('the taxes of lines sum to the tax of the total, and net plus tax is gross', () => {
  fc.assert(
    fc.property(amounts, taxes, (lines, tax) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const taxed = splitTax(lines, tax)
      const total = calculateTax(sum(lines), tax)
      for (const { netCents, taxCents, grossCents } of [...taxed, total])
        expect(netCents + taxCents).toBe(grossCents)
      expect(sum(taxed.map(({ taxCents }) => taxCents))).toBe(total.taxCents)
      expect(sum(taxed.map(({ netCents }) => netCents))).toBe(total.netCents)
      expect(sum(taxed.map(({ grossCents }) => grossCents))).toBe(total.grossCents)
    }),
  )
})

test('the tax of a line differs from its own rounding by at most one unit', () => {
  fc.assert(
    fc.property(amounts, taxes, (lines, tax) => {
      for (const [index, { taxCents }] of splitTax(lines, tax).entries())
        expect(Math.abs(taxCents - calculateTax(lines[index] ?? 0, tax).taxCents)).toBeLessThanOrEqual(1)
    }),
  )
})
