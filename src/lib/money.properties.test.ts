import * as fc from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, getDecimals } from './currency'
import { formatMoney } from './money'
import { parseAmount } from './parse-amount'

const currencies = fc.constantFrom(...CURRENCIES)
const amounts = fc.oneof(fc.nat({ max: 1_000_000 }), fc.maxSafeNat())

test('parsing a formatted amount gives the amount', () => {
  fc.assert(
    fc.property(amounts, currencies, (cents, currency) => {
      expect(parseAmount(formatMoney(cents, currency), currency)).toBe(cents)
    }),
  )
})

test('an amount has exactly the decimals of its currency', () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), currencies, (cents, isNegative, currency) => {
      const text = formatMoney(isNegative ? -cents : cents, currency)
      const [, decimals = ''] = text.split('.')
      expect(decimals).toMatch(new RegExp(`^\\d{${getDecimals(currency)}}$`, 'u'))
    }),
  )
})

test('an amount is parsed with the currency code before or after it', () => {
  fc.assert(
    fc.property(amounts, currencies, (cents, currency) => {
      const digits = formatMoney(cents, currency).replaceAll(/[^\d.,]/gu, '')
      for (const text of [digits, `${currency} ${digits}`, `${digits}${currency.toLowerCase()}`])
        expect(parseAmount(text, currency)).toBe(cents)
    }),
  )
})
