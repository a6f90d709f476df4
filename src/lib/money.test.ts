import * as fc from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { calculateShare, formatBalance, formatChange, formatMoney, formatPrice } from './money'

test.each([
  [7040, '$70.40'],
  [0, '$0.00'],
  [5, '$0.05'],
  [100_000_00, '$100,000.00'],
  [-1_234_500, '-$12,345.00'],
])('%i cents are formatted as %s', (cents, text) => {
  expect(formatMoney(cents, 'USD')).toBe(text)
})

test('a fraction of a cent is an error', () => {
  expect(() => formatMoney(0.1 + 0.2, 'USD')).toThrow(RangeError)
  expect(() => calculateShare(Number.NaN, 1000)).toThrow(RangeError)
})

test.each([
  [6400, 1000, 640],
  [4, 1000, 0],
  [5, 1000, 1],
  [14, 1000, 1],
  [15, 1000, 2],
  [1000, 250, 25],
  [0, 1000, 0],
])('of %i cents, a share of %i basis points is %i cents', (cents, basisPoints, expected) => {
  expect(calculateShare(cents, basisPoints)).toBe(expected)
})

test('a share is an integer of cents, within half a cent of the exact value', () => {
  const amounts = fc.integer({ min: 0, max: 2_000_000_000 })
  const points = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(amounts, points, (cents, basisPoints) => {
      const share = calculateShare(cents, basisPoints)
      expect(Number.isSafeInteger(share)).toBe(true)
      const twiceOff = BigInt(share) * 20_000n - BigInt(cents) * BigInt(basisPoints) * 2n
      expect(twiceOff > -10_000n && twiceOff <= 10_000n).toBe(true)
    }),
  )
})

test('a zero price is shown as Free', () => {
  expect([formatPrice(0, 'USD'), formatPrice(1200, 'JPY')]).toEqual(['Free', '¥1,200'])
})

test('balances and entries have a real minus sign, and only entries a plus sign', () => {
  const amounts = [5, 0, -123_400]
  expect(amounts.map((cents) => formatBalance(cents, 'USD'))).toEqual(['$0.05', '$0.00', '−$1,234.00'])
  expect(amounts.map((cents) => formatChange(cents, 'USD'))).toEqual(['+$0.05', '$0.00', '−$1,234.00'])
})

test.each([
  ['USD', '$1,234.50', '-$12.00', '$0.05'],
  ['EUR', '€1,234.50', '-€12.00', '€0.05'],
  ['GBP', '£1,234.50', '-£12.00', '£0.05'],
  ['CHF', 'CHF\u{A0}1,234.50', '-CHF\u{A0}12.00', 'CHF\u{A0}0.05'],
  ['SEK', 'SEK\u{A0}1,234.50', '-SEK\u{A0}12.00', 'SEK\u{A0}0.05'],
  ['DKK', 'DKK\u{A0}1,234.50', '-DKK\u{A0}12.00', 'DKK\u{A0}0.05'],
  ['NOK', 'NOK\u{A0}1,234.50', '-NOK\u{A0}12.00', 'NOK\u{A0}0.05'],
  ['PLN', 'PLN\u{A0}1,234.50', '-PLN\u{A0}12.00', 'PLN\u{A0}0.05'],
  ['CZK', 'CZK\u{A0}1,234.50', '-CZK\u{A0}12.00', 'CZK\u{A0}0.05'],
  ['CAD', 'CA$1,234.50', '-CA$12.00', 'CA$0.05'],
  ['AUD', 'A$1,234.50', '-A$12.00', 'A$0.05'],
  ['JPY', '¥123,450', '-¥1,200', '¥5'],
] as const)('formats amounts of %s', (currency, large, negative, small) => {
  expect([123_450, -1200, 5].map((cents) => formatMoney(cents, currency))).toEqual([large, negative, small])
})

test('prices, balances and changes of a balance are formatted in the currency of the event', () => {
  expect([formatPrice(0, 'EUR'), formatPrice(1800, 'EUR'), formatPrice(1800, 'JPY')]).toEqual([
    'Free',
    '€18.00',
    '¥1,800',
  ])
  expect([formatBalance(-1800, 'GBP'), formatChange(1800, 'GBP')]).toEqual(['−£18.00', '+£18.00'])
})

test('the largest amounts are exact', () => {
  expect(formatMoney(Number.MAX_SAFE_INTEGER, 'USD')).toBe('$90,071,992,547,409.91')
  expect(formatMoney(-0, 'USD')).toBe('$0.00')
})
