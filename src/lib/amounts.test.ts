import { expect, test } from 'vitest'
import { formatAmounts, sumByCurrency, type Amount } from './amounts'

const toDollars = (cents: number): Amount => ({ currency: 'USD', cents })
const toYen = (cents: number): Amount => ({ currency: 'JPY', cents })

test('adds up each currency on its own, in the order of their appearance', () => {
  expect(sumByCurrency([toYen(500), toDollars(1_600), toYen(0), toDollars(-100), toYen(1)])).toEqual([
    toYen(501),
    toDollars(1_500),
  ])
  expect(sumByCurrency([])).toEqual([])
})

test('formats each amount in its own currency', () => {
  expect(formatAmounts([toYen(5_000), toDollars(-120)])).toBe('¥5,000, −$1.20')
  expect(formatAmounts([])).toBe('')
})

test('shows zero only if all amounts are zero, in the first currency', () => {
  expect(formatAmounts([toYen(0), toDollars(1_600)])).toBe('$16.00')
  expect(formatAmounts([toYen(0), toDollars(0)])).toBe('¥0')
})
