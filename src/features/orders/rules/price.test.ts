import { describe, expect, test } from 'vitest'
import { NO_TAX } from '~/lib/tax'
import { computePrice } from './price'

const terms = { feeBasisPoints: 1000, tax: NO_TAX }

describe('computePrice', () => {
  test('T-03 adds a 10 % fee to the subtotal', () => {
    expect(
      computePrice(
        [
          { quantity: 3, unitCents: 1600 },
          { quantity: 1, unitCents: 1600 },
        ],
        terms,
      ),
    ).toEqual({
      subtotalCents: 6400,
      discountCents: 0,
      addedTaxCents: 0,
      feeBasisPoints: 1000,
      feeCents: 640,
      totalCents: 7040,
    })
  })

  test('charges the fee once, on the subtotal, and rounds half a cent up', () => {
    expect(computePrice([{ quantity: 3, unitCents: 5 }], terms).feeCents).toBe(2)
    expect(computePrice([{ quantity: 1, unitCents: 4 }], terms).feeCents).toBe(0)
  })

  test('charges the fee on the discounted subtotal', () => {
    const takeOff = (cents: number) => cents / 5
    expect(computePrice([{ quantity: 4, unitCents: 1600 }], terms, takeOff)).toEqual({
      subtotalCents: 5120,
      discountCents: 1280,
      addedTaxCents: 0,
      feeBasisPoints: 1000,
      feeCents: 512,
      totalCents: 5632,
    })
  })

  test('charges no fee on a free order', () => {
    expect(computePrice([{ quantity: 10, unitCents: 0 }], terms).totalCents).toBe(0)
    expect(computePrice([], terms).totalCents).toBe(0)
  })

  test('adds tax on the discounted subtotal, beside the fee, and rounds half up', () => {
    const tax = { mode: 'added', ratePpm: 88_750 } as const
    const takeOff = (cents: number) => cents / 5
    // 8.875% of $51.20 are $4.544.
    expect(computePrice([{ quantity: 4, unitCents: 1600 }], { ...terms, tax }, takeOff)).toMatchObject({
      subtotalCents: 5120,
      addedTaxCents: 454,
      feeCents: 512,
      totalCents: 6086,
    })
  })

  test('included tax changes no price', () => {
    const tax = { mode: 'included', ratePpm: 190_000 } as const
    expect(computePrice([{ quantity: 2, unitCents: 1800 }], { ...terms, tax })).toMatchObject({
      addedTaxCents: 0,
      totalCents: 3960,
    })
  })
})
