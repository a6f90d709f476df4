import { expect, test } from 'vitest'
import { cleanMultiLineText } from './multi-line-text'

test('keeps paragraphs of multi-line text and removes invisible characters', () => {
  expect(cleanMultiLineText('  One\r\ntwo  \r\n\r\n\r\n\r\nThree\rfour\u0000\u202e ')).toBe(
    'One\ntwo\n\nThree\nfour',
  )
  expect(cleanMultiLineText('\ud800 half, \u0007bell')).toBe('half, bell')
  expect(cleanMultiLineText(' \n\t\n ')).toBe('')
})

test('keeps multi-part emoji', () => {
  expect(cleanMultiLineText('👩‍🚀')).toBe('👩‍🚀')
})

test('returns empty text when nothing is visible', () => {
  for (const blank of ['\u200b\u2060', '\u3164\n\u2800', '\ufe0f', '\u200d'])
    expect(cleanMultiLineText(blank), JSON.stringify(blank)).toBe('')
})
