import { expect, test } from 'vitest'
import { toLikePattern, splitSearchWords } from './search-words'

test('returns each word of a search once, in lower case', () => {
  expect(splitSearchWords('  Night  BUS night ')).toEqual(['night', 'bus'])
})

test("removes text PostgreSQL can't store", () => {
  expect(splitSearchWords('low\u0000ceiling \u0007')).toEqual(['low', 'ceiling'])
  expect(splitSearchWords(' \t\u00A0\u0000 ')).toEqual([])
})

test('limits the number of words of a search', () => {
  expect(splitSearchWords(Array.from({ length: 50 }, (_, index) => `word${index}`).join(' '))).toHaveLength(8)
})

test('treats LIKE wildcards literally', () => {
  expect(['100%', String.raw`a_b\c`].map(toLikePattern)).toEqual([String.raw`%100\%%`, String.raw`%a\_b\\c%`])
})
