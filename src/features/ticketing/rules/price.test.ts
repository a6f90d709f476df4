import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, fromPriceCents, priceOf } from './price'

describe('what an order costs', () => {
  test('T-03 subtotal, 10 % fee, total 1.1 times the subtotal', () => {
    expect(
      priceOf([
        { quantity: 3, unitCents: 1600 },
        { quantity: 1, unitCents: 1600 },
      ]),
    ).toEqual({
      subtotalCents: 6400,
      feeBasisPoints: 1000,
      feeCents: 640,
      totalCents: 7040,
    })
  })

  test('half a cent rounds up, less than half down', () => {
    expect([feeOf(4, 1000), feeOf(5, 1000), feeOf(14, 1000), feeOf(15, 1000)]).toEqual([0, 1, 1, 2])
  })

  test('nothing costs nothing', () => {
    expect(priceOf([{ quantity: 10, unitCents: 0 }]).totalCents).toBe(0)
    expect(priceOf([]).totalCents).toBe(0)
  })

  test('a fee is a whole number of cents, never more than half a cent from the exact share', () => {
    const amounts = fc.integer({ min: 0, max: 2_000_000_000 })
    const points = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(amounts, points, (subtotal, basisPoints) => {
        const fee = feeOf(subtotal, basisPoints)
        expect(Number.isSafeInteger(fee)).toBe(true)
        const twiceOff = BigInt(fee) * 20_000n - BigInt(subtotal) * BigInt(basisPoints) * 2n
        expect(twiceOff > -10_000n && twiceOff <= 10_000n).toBe(true)
      }),
    )
  })

  test('E-03 From is the lowest type, else the event price, else 0', () => {
    expect(fromPriceCents([1600, 900, 2200], 500)).toBe(900)
    expect(fromPriceCents([], 500)).toBe(500)
    expect(fromPriceCents([], null)).toBe(0)
  })
})
