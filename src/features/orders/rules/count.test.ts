import { expect, test } from 'vitest'
import { parseCount } from './count'

test('parses whole numbers', () => {
  expect(['400', ' 1,000 ', '0'].map(parseCount)).toEqual([400, 1000, 0])
  expect(['', '1.5', '-1', 'all'].map(parseCount)).toEqual([undefined, undefined, undefined, undefined])
})
