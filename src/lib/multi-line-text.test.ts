import { expect, test } from 'vitest'
import { manyLines } from './multi-line-text'

test('keeps paragraphs of multi-line text and removes invisible characters', () => {
  expect(manyLines('  One\r\ntwo  \r\n\r\n\r\n\r\nThree\rfour\u0000\u202e ')).toBe('One\ntwo\n\nThree\nfour')
  expect(manyLines('\ud800 half, \u0007bell')).toBe('half, bell')
  expect(manyLines(' \n\t\n ')).toBe('')
})

test('keeps multi-part emoji', () => {
  expect(manyLines('👩‍🚀')).toBe('👩‍🚀')
})

test('returns empty text when nothing is visible', () => {
  for (const blank of ['\u200b\u2060', '\u3164\n\u2800', '\ufe0f', '\u200d'])
    expect(manyLines(blank), JSON.stringify(blank)).toBe('')
})
