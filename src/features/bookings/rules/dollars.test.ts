import { expect, test } from 'vitest'
import { parseDollars } from './dollars'

test.each([
  ['1200', 120_000],
  ['$1,400.00', 140_000],
  ['$ 1 400.5', 140_050],
  [' 0 ', 0],
  ['12.', 1200],
  ['1,000,000', 100_000_000],
])('parses %s as %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

test.each(['1,50', '1.234', 'twelve', '-5', '1,2345', '12.345,00', '1e5'])(
  'refuses the amount %s',
  (text) => {
    expect(parseDollars(text)).toBeUndefined()
  },
)

test('parses an empty field as no amount', () => {
  expect(parseDollars('  ')).toBeNull()
  expect(parseDollars('$')).toBeNull()
})
