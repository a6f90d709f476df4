import { expect, test } from 'vitest'
import { CURRENCIES, getDecimals } from './currency'

test.each(CURRENCIES)('%s has the decimals of ISO 4217', (currency) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  expect(getDecimals(currency)).toBe(format.resolvedOptions().maximumFractionDigits)
})
