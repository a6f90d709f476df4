import { expect, test } from 'vitest'
import { findSearchWords } from './search-words'

test('returns each word once, in lower case, with LIKE wildcards escaped', () => {
  expect(findSearchWords('  Night  BUS night ')).toEqual({
    terms: ['night', 'bus'],
    patterns: ['%night%', '%bus%'],
    isIndexed: true,
  })
  expect(findSearchWords(String.raw`100% a_b\c`)?.patterns).toEqual([
    String.raw`%100\%%`,
    String.raw`%a\_b\\c%`,
  ])
})

test('returns undefined without a word', () => {
  expect(findSearchWords('')).toBeUndefined()
  expect(findSearchWords(' \t\u00A0\u0000 ')).toBeUndefined()
})

test('uses the index from three letters or digits in a row', () => {
  expect(findSearchWords('ab')?.isIndexed).toBe(false)
  expect(findSearchWords('a-b-c ++++')?.isIndexed).toBe(false)
  expect(findSearchWords('ab été')).toMatchObject({ isIndexed: true })
})

test('uses only a limited number of words', () => {
  const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')
  expect(findSearchWords(words)?.patterns).toHaveLength(8)
})
