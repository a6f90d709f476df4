import { describe, expect, test } from 'vitest'
import { NO_TAX } from '~/lib/tax'
import { formatAddedTaxLabel, listPriceNotes } from './price-notes'

describe('listPriceNotes', () => {
  const price = { subtotalCents: 3600, addedTaxCents: 0, feeCents: 360 }
  const included = { mode: 'included', ratePpm: 190_000 } as const
  const added = { mode: 'added', ratePpm: 88_750 } as const
  const itemised = { priceDisplay: 'itemised', feeTaxPpm: 0, tax: NO_TAX, currency: 'EUR' } as const

  test('sums the taxes of tickets and fee into one note if they have the same rate', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included, feeTaxPpm: 190_000 })).toEqual([
      'Includes €6.32 VAT (19%)',
    ])
  })

  test('leaves a fee without tax out of the tax note', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included })).toEqual(['Tickets include €5.75 VAT (19%)'])
    expect(listPriceNotes({ ...price, feeCents: 0 }, { ...itemised, tax: included })).toEqual([
      'Includes €5.75 VAT (19%)',
    ])
  })

  test('lists two tax rates separately', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included, feeTaxPpm: 81_000 })).toEqual([
      'Includes €5.75 VAT (19%) and €0.27 VAT (8.1%)',
    ])
  })

  test('has no note about added tax, which has its own line, unless prices include everything', () => {
    const taxed = { ...price, addedTaxCents: 320 }
    const terms = { ...itemised, tax: added, currency: 'USD' } as const
    expect(listPriceNotes(taxed, terms)).toEqual([])
    expect(formatAddedTaxLabel(terms)).toBe('Tax (8.875%)')
    expect(listPriceNotes(taxed, { ...terms, priceDisplay: 'all_in' })).toEqual([
      'including $3.60 service fee',
      'Tickets include $3.20 tax (8.875%)',
    ])
  })

  test('has no notes without fee and tax', () => {
    expect(listPriceNotes({ ...price, feeCents: 0 }, { ...itemised, priceDisplay: 'all_in' })).toEqual([])
  })
})
