import { expect, test } from 'vitest'
import { formatPosition } from './list-position'

test('AD-05 shows the position in the list', () => {
  expect(formatPosition(1, 25, 1284)).toBe('1–25 of 1,284')
  expect(formatPosition(1276, 9, 1284)).toBe('1,276–1,284 of 1,284')
  expect(formatPosition(26, 1, undefined)).toBe('26')
  expect(formatPosition(1, 3, 2)).toBe('1–3 of 3')
})
