import { expect, test } from 'vitest'
import { measureLongestWord } from './dj-cover'

test('measures the longest word of a name, which can break at spaces and hyphens', () => {
  expect(measureLongestWord('Ana Wolkenkuckucksheim')).toBe(18)
  expect(measureLongestWord(' Jean-Baptiste  Roux ')).toBe(8)
  expect(measureLongestWord('Volt')).toBe(4)
  expect(measureLongestWord('')).toBe(0)
})
