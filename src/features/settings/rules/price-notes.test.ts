import { describe, expect, test } from 'vitest'
import { NO_TAX } from '~/lib/tax'
import { formatAddedTaxLabel, listPriceNotes } from './price-notes'

describe('listPriceNotes', () => {
  const price = { subtotalCents: 3600, addedTaxCents: 0, feeCents: 360 }
  const included = { mode: 'included', ratePpm: 190_000 } as const
  const added = { mode: 'added', ratePpm: 88_750 } as const
  const itemised = { priceDisplay: 'itemised', feeTaxPpm: 0, tax: NO_TAX, currency: 'EUR' } as const

  test('adds the tax of tickets and fee if they have one rate', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included, feeTaxPpm: 190_000 })).toEqual([
      'Includes €6.32 VAT (19%)',
    ])
  })

  test('a fee without tax isn’t included', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included })).toEqual(['Tickets include €5.75 VAT (19%)'])
    expect(listPriceNotes({ ...price, feeCents: 0 }, { ...itemised, tax: included })).toEqual([
      'Includes €5.75 VAT (19%)',
    ])
  })

  test('lists two rates separately', () => {
    expect(listPriceNotes(price, { ...itemised, tax: included, feeTaxPpm: 81_000 })).toEqual([
      'Includes €5.75 VAT (19%) and €0.27 VAT (8.1%)',
    ])
  })

  test('tax that is added has a line of its own, unless prices include everything', () => {
    const taxed = { ...price, addedTaxCents: 320 }
    const terms = { ...itemised, tax: added, currency: 'USD' } as const
    expect(listPriceNotes(taxed, terms)).toEqual([])
    expect(formatAddedTaxLabel(terms)).toBe('Tax (8.875%)')
    expect(listPriceNotes(taxed, { ...terms, priceDisplay: 'all_in' })).toEqual([
      'including $3.60 service fee',
      'Tickets include $3.20 tax (8.875%)',
    ])
  })

  test('mentions nothing without fee and tax', () => {
    expect(listPriceNotes({ ...price, feeCents: 0 }, { ...itemised, priceDisplay: 'all_in' })).toEqual([])
  })
})
