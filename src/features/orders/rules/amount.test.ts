import { expect, test } from 'vitest'
import { parseAmount, parseCount } from './amount'

test.each([
  ['16', 1600],
  ['12.5', 1250],
  ['12,50', undefined],
  [' $1,600.00 ', 160_000],
  ['1,600', 160_000],
  ['0', 0],
  ['12.', 1200],
  ['', undefined],
  ['-3', undefined],
  ['12.505', undefined],
  ['free', undefined],
])('parses the typed amount %j as %s cents', (typed, cents) => expect(parseAmount(typed)).toBe(cents))

test('parses whole numbers', () => {
  expect(['400', ' 1,000 ', '0'].map(parseCount)).toEqual([400, 1000, 0])
  expect(['', '1.5', '-1', 'all'].map(parseCount)).toEqual([undefined, undefined, undefined, undefined])
})
