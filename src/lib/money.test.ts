import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDollars, percentOf } from './money'

test.each([
  [7040, '$70.40'],
  [0, '$0.00'],
  [5, '$0.05'],
  [100_000_00, '$100,000.00'],
  [-1_234_500, '-$12,345.00'],
])('%i cents read %s', (cents, text) => {
  expect(formatDollars(cents)).toBe(text)
})

test('a fraction of a cent is refused', () => {
  expect(() => formatDollars(0.1 + 0.2)).toThrow(RangeError)
  expect(() => percentOf(Number.NaN, 10)).toThrow(RangeError)
})

test.each([
  [6400, 10, 640],
  [5, 10, 1],
  [4, 10, 0],
  [15, 10, 2],
  [-5, 10, -1],
  [1000, 2.5, 25],
  [0, 10, 0],
])('%i cents at %d percent are %i', (cents, percent, expected) => {
  expect(percentOf(cents, percent)).toBe(expected)
})

test('the share is within half a cent of the exact one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_000_000_00 }),
      fc.integer({ min: 0, max: 100 }),
      (cents, percent) => {
        const twice = 2n * BigInt(cents) * BigInt(percent)
        const difference = 200n * BigInt(percentOf(cents, percent)) - twice
        expect(difference > -100n && difference <= 100n).toBe(true)
      },
    ),
  )
})
