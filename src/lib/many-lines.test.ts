import { expect, test } from 'vitest'
import { manyLines } from './many-lines'

test('paragraphs stay, what cannot be seen goes', () => {
  expect(manyLines('  One\r\ntwo  \r\n\r\n\r\n\r\nThree\rfour\u0000\u202e ')).toBe('One\ntwo\n\nThree\nfour')
  expect(manyLines('\ud800 half, \u0007bell')).toBe('half, bell')
  expect(manyLines(' \n\t\n ')).toBe('')
})

test('an emoji of several parts stays whole', () => {
  expect(manyLines('👩‍🚀')).toBe('👩‍🚀')
})
