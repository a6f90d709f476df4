import { expect, test } from 'vitest'
import { formatTaxRate, getTaxName, parseTaxRate } from './tax-rate'

test.each([
  ['19', 190_000],
  ['8.875 %', 88_750],
  ['8,1%', 81_000],
  [' 0 ', 0],
  ['0.0001', 1],
  ['100', 1_000_000],
  ['100.1', undefined],
  ['8.12345', undefined],
  ['-5', undefined],
  ['19 percent', undefined],
  ['', undefined],
])('"%s" is a rate of %d', (text, ratePpm) => {
  expect(parseTaxRate(text)).toBe(ratePpm)
})

test('a formatted rate is read as the same one', () => {
  expect(formatTaxRate(190_000)).toBe('19%')
  expect(formatTaxRate(88_750)).toBe('8.875%')
  for (const ratePpm of [0, 1, 70_000, 88_750, 1_000_000])
    expect(parseTaxRate(formatTaxRate(ratePpm))).toBe(ratePpm)
})

test('the tax is called VAT in European currencies', () => {
  expect(getTaxName('EUR')).toBe('VAT')
  expect(getTaxName('JPY')).toBe('tax')
})
