import { expect, test } from 'vitest'
import { calculateTax } from '~/lib/tax'
import { calculateLineTax } from './line-tax'

const included = { mode: 'included', ratePpm: 190_000 } as const

test('sales, refunds and disputes include the event’s tax, with the sign of the amount', () => {
  expect(calculateLineTax({ line: 'sales', cents: 212_000 }, included)).toBe(33_849)
  expect(calculateLineTax({ line: 'refunds', cents: -1_800 }, included)).toBe(-287)
  expect(calculateLineTax({ line: 'disputes', cents: -1_800 }, included)).toBe(-287)
})

test('other lines and events without tax have no tax', () => {
  for (const line of ['fees', 'paid_refunds', 'booking_payments', 'shares', 'payouts', 'offsets'] as const)
    expect(calculateLineTax({ line, cents: -1_800 }, included)).toBe(0)
  expect(calculateLineTax({ line: 'sales', cents: 1_800 }, { mode: 'none', ratePpm: 0 })).toBe(0)
})

test('finds the exact tax that was added to a price', () => {
  for (const ratePpm of [1, 77_000, 88_750, 190_000, 250_000, 1_000_000])
    for (let cents = 0; cents < 3_000; cents += 7) {
      const added = { mode: 'added', ratePpm } as const
      const { grossCents, taxCents } = calculateTax(cents, added)
      expect(calculateLineTax({ line: 'sales', cents: grossCents }, added), `${cents} at ${ratePpm}`).toBe(
        taxCents,
      )
    }
})
