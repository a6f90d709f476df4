import { expect, test } from 'vitest'
import * as fc from '~tests/support/fast-check'
import { makePrefix } from './number-prefix'

// cspell:ignore Øyvind Åsen AVLN

test.each([
  ['Jonas Wirth', 'JW'],
  ['Back to Back', 'BB'],
  ['Anna-Lena von der Aue', 'ALA'],
  ['mara voss', 'MV'],
  ['Øyvind Åsen', 'OA'],
  ['Cistern', 'CI'],
  ['A Very Long Name Of A Club', 'AVLN'],
  ['K', 'KX'],
  ['99', 'XX'],
  ['李 雷', 'XX'],
])('the prefix of %s is %s', (name, prefix) => {
  expect(makePrefix(name)).toBe(prefix)
})

test('every name has a prefix of two to four letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (name) => {
      expect(makePrefix(name)).toMatch(/^[A-Z]{2,4}$/)
    }),
  )
})
