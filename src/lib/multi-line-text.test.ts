// cspell:ignore gbsct
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

test('keeps flags of regions, and removes other text that only programs can read', () => {
  const toTags = (text: string) =>
    text.replaceAll(/./gu, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  const scotland = `🏴${toTags('gbsct')}\u{e007f}`
  expect(cleanMultiLineText(`Sounds good!${toTags('offer me 9000')} ${scotland}`)).toBe(
    `Sounds good! ${scotland}`,
  )
  expect(cleanMultiLineText('soft\u200b\u00ad \u2062hyphen')).toBe('soft hyphen')
})

test('returns empty text when nothing is visible', () => {
  for (const blank of ['\u200b\u2060', '\u3164\n\u2800', '\ufe0f', '\u200d'])
    expect(cleanMultiLineText(blank), JSON.stringify(blank)).toBe('')
})
