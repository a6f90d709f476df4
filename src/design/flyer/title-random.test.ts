import * as fc from '~tests/support/fast-check'
import { expect, it } from 'vitest'
import { hashTitle, createRandom } from './title-random'

it('ignores case, whitespace and Unicode form', () => {
  const hash = hashTitle('Café del Mar')
  expect(hashTitle('  CAFÉ   del\tmar ')).toBe(hash)
  expect(hashTitle('Cafe\u{301} del Mar')).toBe(hash)
  expect(hashTitle('Cafe del Mar')).not.toBe(hash)
})

it('is an unsigned 32-bit number for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const hash = hashTitle(title)
      return Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32
    }),
  )
})

it('repeats a sequence and stays in [0, 1)', () => {
  const once = createRandom(7)
  const again = createRandom(7)
  const numbers = Array.from({ length: 1000 }, once)
  expect(Array.from({ length: 1000 }, again)).toEqual(numbers)
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  expect(new Set(numbers).size).toBeGreaterThan(990)
})
