import { describe, expect, test } from 'vitest'
import { feeInsideWords, priceOf } from './price'

describe('what an order costs', () => {
  test('T-03 subtotal, 10 % fee, total 1.1 times the subtotal', () => {
    expect(
      priceOf(
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

  test('the fee is taken once, of the sum, and half a cent rounds up', () => {
    expect(priceOf([{ quantity: 3, unitCents: 5 }], 1000).feeCents).toBe(2)
    expect(priceOf([{ quantity: 1, unitCents: 4 }], 1000).feeCents).toBe(0)
  })

  test('the fee is of what a promo code leaves', () => {
    const takeOff = (cents: number) => cents / 5
    expect(priceOf([{ quantity: 4, unitCents: 1600 }], 1000, takeOff)).toEqual({
      subtotalCents: 5120,
      discountCents: 1280,
      feeBasisPoints: 1000,
      feeCents: 512,
      totalCents: 5632,
    })
  })

  test('nothing costs nothing', () => {
    expect(priceOf([{ quantity: 10, unitCents: 0 }], 1000).totalCents).toBe(0)
    expect(priceOf([], 1000).totalCents).toBe(0)
  })

  test('the words that stand with a total with the fee inside; none where there is no fee', () => {
    expect(feeInsideWords(480)).toBe('including $4.80 service fee')
    expect(feeInsideWords(0)).toBe('')
  })
})
