import { expect, test } from 'vitest'
import { parseAmount } from './parse-amount'

test.each([
  ['1200', 120_000],
  ['$1,400.00', 140_000],
  ['$ 1 400.5', 140_050],
  [' 0 ', 0],
  ['12.', 1200],
  ['1,000,000', 100_000_000],
  ['USD 12', 1200],
  ['12.50 usd', 1250],
  ['12 $', 1200],
])('parses %s as %i cents', (text, cents) => {
  expect(parseAmount(text, 'USD')).toBe(cents)
})

test.each(['1,50', '1.234', 'twelve', '-5', '1,2345', '12.345,00', '1e5', '$12$', '$$12', '€12', 'EUR 12'])(
  'refuses the amount %s',
  (text) => {
    expect(parseAmount(text, 'USD')).toBeUndefined()
  },
)

test.each([
  ['€1,400.50', 'EUR', 140_050],
  ['1,400.50 €', 'EUR', 140_050],
  ['£18', 'GBP', 1800],
  ['chf 18.5', 'CHF', 1850],
  ['18 kr', 'SEK', 1800],
  ['DKK 18', 'DKK', 1800],
  ['18 NOK', 'NOK', 1800],
  ['18 zł', 'PLN', 1800],
  ['18 Kč', 'CZK', 1800],
  ['$18', 'CAD', 1800],
  ['18 AUD', 'AUD', 1800],
  ['¥1,800', 'JPY', 1800],
  ['1800 jpy', 'JPY', 1800],
] as const)('parses %s in %s', (text, currency, cents) => {
  expect(parseAmount(text, currency)).toBe(cents)
})

test.each([
  ['$18', 'EUR'],
  ['USD 18', 'CAD'],
  ['¥18.00', 'JPY'],
  ['18.', 'JPY'],
] as const)('refuses to parse %s as an amount in %s', (text, currency) => {
  expect(parseAmount(text, currency)).toBeUndefined()
})

test('refuses amounts that are too large to be exact', () => {
  expect(parseAmount('90,071,992,547,409.91', 'USD')).toBe(Number.MAX_SAFE_INTEGER)
  expect(parseAmount('90,071,992,547,409.92', 'USD')).toBeUndefined()
})

test('parses an empty field as no amount', () => {
  expect(parseAmount('  ', 'USD')).toBeNull()
  expect(parseAmount('$', 'USD')).toBeNull()
  expect(parseAmount('EUR', 'EUR')).toBeNull()
})
