import { describe, expect, test } from 'vitest'
import { formatIncludedFee, computePrice } from './price'

describe('computePrice', () => {
  test('T-03 adds a 10 % fee to the subtotal', () => {
    expect(
      computePrice(
        [
          { quantity: 3, unitCents: 1600 },
          { quantity: 1, unitCents: 1600 },
        ],
        1000,
      ),
    ).toEqual({
      subtotalCents: 6400,
      discountCents: 0,
      feeBasisPoints: 1000,
      feeCents: 640,
      totalCents: 7040,
    })
  })

  test('charges the fee once, on the subtotal, and rounds half a cent up', () => {
    expect(computePrice([{ quantity: 3, unitCents: 5 }], 1000).feeCents).toBe(2)
    expect(computePrice([{ quantity: 1, unitCents: 4 }], 1000).feeCents).toBe(0)
  })

  test('charges the fee on the discounted subtotal', () => {
    const takeOff = (cents: number) => cents / 5
    expect(computePrice([{ quantity: 4, unitCents: 1600 }], 1000, takeOff)).toEqual({
      subtotalCents: 5120,
      discountCents: 1280,
      feeBasisPoints: 1000,
      feeCents: 512,
      totalCents: 5632,
    })
  })

  test('charges no fee on a free order', () => {
    expect(computePrice([{ quantity: 10, unitCents: 0 }], 1000).totalCents).toBe(0)
    expect(computePrice([], 1000).totalCents).toBe(0)
  })

  test('mentions an included fee, and nothing when there is none', () => {
    expect(formatIncludedFee(480, 'EUR')).toBe('including €4.80 service fee')
    expect(formatIncludedFee(0, 'EUR')).toBe('')
  })
})
