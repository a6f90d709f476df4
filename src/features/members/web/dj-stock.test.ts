import { expect, test } from 'vitest'
import { longestWord } from './dj-stock'

test('measures the longest word of a name, which can break at spaces and hyphens', () => {
  expect(longestWord('Ana Wolkenkuckucksheim')).toBe(18)
  expect(longestWord(' Jean-Baptiste  Roux ')).toBe(8)
  expect(longestWord('Volt')).toBe(4)
  expect(longestWord('')).toBe(0)
})
