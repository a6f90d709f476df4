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

test('what shows nothing is nothing, whatever it is made of', () => {
  for (const blank of ['\u200b\u2060', '\u3164\n\u2800', '\ufe0f', '\u200d'])
    expect(manyLines(blank), JSON.stringify(blank)).toBe('')
})
