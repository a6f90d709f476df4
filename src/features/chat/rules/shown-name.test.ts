import { expect, test } from 'vitest'
import { shownName } from './shown-name'

test('CH-05 shows a missing or blank name as Anonymous', () => {
  expect([' Temi Adeyemi ', '', '  ', null, undefined].map(shownName)).toEqual([
    'Temi Adeyemi',
    ...Array.from({ length: 4 }, () => 'Anonymous'),
  ])
})
