import * as fc from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, getDecimals } from './currency'
import { calculateTax, splitTax, type TaxMode } from './tax'

test.each([
  [11_900, 1900, 'included', 10_000, 1900, 11_900],
  [10_000, 1900, 'added', 10_000, 1900, 11_900],
  [1800, 810, 'included', 1665, 135, 1800],
  [10, 500, 'added', 10, 1, 11],
  [9, 500, 'added', 9, 0, 9],
  [3, 2000, 'included', 2, 1, 3],
  [2, 2000, 'included', 2, 0, 2],
  [1800, 1000, 'none', 1800, 0, 1800],
  [0, 1900, 'added', 0, 0, 0],
] as const)('%i with %i basis points, %s', (cents, rate, mode, netCents, taxCents, grossCents) => {
  expect(calculateTax(cents, rate, mode)).toEqual({ netCents, taxCents, grossCents })
})

test('leftover units go to the largest remainders, the earlier line first', () => {
  const listTaxes = (lines: number[]) => splitTax(lines, 1900, 'added').map(({ taxCents }) => taxCents)
  // 0.19, 0.19 and 0.19 are 0.57 together.
  expect(listTaxes([1, 1, 1])).toEqual([1, 0, 0])
  // 0.19, 0.95 and 0.95 are 2.09 together.
  expect(listTaxes([1, 5, 5])).toEqual([0, 1, 1])
  // 0.95 and 0.38 are 1.33 together; a line without tax gets none.
  expect(listTaxes([0, 2, 5])).toEqual([0, 0, 1])
  expect(listTaxes([])).toEqual([])
})

test.each([
  [-1, 1900],
  [0.5, 1900],
  [100, -1],
  [100, 7.5],
])('%d with a rate of %d is an error', (cents, rate) => {
  expect(() => calculateTax(cents, rate, 'added')).toThrow(RangeError)
})

// Up to 10 million of each currency.
const amounts = fc
  .constantFrom(...CURRENCIES)
  .chain((currency) => fc.array(fc.nat({ max: 10_000_000 * 10 ** getDecimals(currency) }), { maxLength: 20 }))
const rates = fc.integer({ min: 0, max: 3000 })
const modes = fc.constantFrom<TaxMode>('none', 'included', 'added')

test('tax is within half a unit of the exact value, half up', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), rates, modes, (cents, rate, mode) => {
      const { taxCents } = calculateTax(cents, rate, mode)
      const divisor = BigInt(mode === 'included' ? 10_000 + rate : 10_000)
      const exact = mode === 'none' ? 0n : BigInt(cents) * BigInt(rate)
      const twiceOff = 2n * (BigInt(taxCents) * divisor - exact)
      expect(twiceOff > -divisor && twiceOff <= divisor).toBe(true)
    }),
  )
})

test('taxes of lines sum to the tax of the total, and net and tax to gross', () => {
  fc.assert(
    fc.property(amounts, rates, modes, (lines, rate, mode) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const taxed = splitTax(lines, rate, mode)
      const total = calculateTax(sum(lines), rate, mode)
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
    fc.property(amounts, rates, modes, (lines, rate, mode) => {
      for (const [index, { taxCents }] of splitTax(lines, rate, mode).entries())
        expect(Math.abs(taxCents - calculateTax(lines[index] ?? 0, rate, mode).taxCents)).toBeLessThanOrEqual(
          1,
        )
    }),
  )
})
