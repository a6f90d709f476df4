import { expect, test } from 'vitest'
import { formatName } from './format-name'

test('CH-05 shows a missing or blank name as Anonymous', () => {
  expect([' Temi Adeyemi ', '', '  ', null, undefined].map(formatName)).toEqual([
    'Temi Adeyemi',
    ...Array.from({ length: 4 }, () => 'Anonymous'),
  ])
})
