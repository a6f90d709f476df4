import { expect, test } from 'vitest'
import { findSearchWords } from './search-words'

test('each word once, lower case, signs of LIKE taken literally', () => {
  expect(findSearchWords('  Night  BUS night ')).toEqual({
    words: ['night', 'bus'],
    patterns: ['%night%', '%bus%'],
    isIndexed: true,
  })
  expect(findSearchWords(String.raw`100% a_b\c`)?.patterns).toEqual([
    String.raw`%100\%%`,
    String.raw`%a\_b\\c%`,
  ])
})

test('nothing to search for', () => {
  expect(findSearchWords('')).toBeUndefined()
  expect(findSearchWords(' \t\u00A0\u0000 ')).toBeUndefined()
})

test('the index needs three letters or digits in a row', () => {
  expect(findSearchWords('ab')?.isIndexed).toBe(false)
  expect(findSearchWords('a-b-c ++++')?.isIndexed).toBe(false)
  expect(findSearchWords('ab été')).toMatchObject({ isIndexed: true })
})

test('a flood of words is cut', () => {
  const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')
  expect(findSearchWords(words)?.patterns).toHaveLength(8)
})
