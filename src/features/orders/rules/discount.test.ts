import { describe, expect, test } from 'vitest'
import { splitCents } from '~/lib/split-cents'
import { computeDiscount } from './discount'

describe('computeDiscount', () => {
  test.for([
    [6400, { percent: 20 }, 1280],
    [1250, { percent: 33 }, 413],
    [50, { percent: 1 }, 1],
    [49, { percent: 1 }, 0],
    [1999, { percent: 100 }, 1999],
    [6400, { amountCents: 1000 }, 1000],
    [600, { amountCents: 1000 }, 600],
    [0, { amountCents: 1000 }, 0],
  ] as const)(
    'an order of %i cents with the promo code %o has a discount of %i cents',
    ([subtotal, discount, cents]) => {
      expect(computeDiscount(subtotal, discount)).toBe(cents)
    },
  )
})

describe('splitCents', () => {
  test.for([
    [100, [100, 100, 100], [34, 33, 33]],
    [101, [1600, 1600], [51, 50]],
    // The leftover cent goes to the line with the largest remainder, not to the line with the largest amount.
    [10, [999, 501], [7, 3]],
    [5, [0, 1600], [0, 5]],
    [0, [1600, 400], [0, 0]],
    [0, [0, 0], [0, 0]],
    [7, [5, 1, 1], [5, 1, 1]],
  ] as const)('splits %i cents over lines of %o cents as %o', ([cents, weights, parts]) => {
    expect(splitCents(cents, weights)).toEqual(parts)
  })
})
