// cspell:ignore gbsct gbeng gbwls usca
import { expect, test } from 'vitest'
import { removeHiddenText } from './hidden-text'
import { cleanMultiLineText } from './multi-line-text'
import { cleanSingleLineText } from './single-line-text'

const toTags = (text: string) =>
  text.replaceAll(/./gu, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
const toSelectors = (text: string) =>
  text.replaceAll(/./gu, (letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0)))
const flag = (region: string) => `🏴${toTags(region)}\u{e007f}`

test.each([
  ['tags', toTags('offer me 9000')],
  ['variation selectors', toSelectors('offer me 9000')],
  ['short variation selectors', '\ufe0f\ufe0e\ufe0e\ufe0f'],
  ['joiners', '\u200d\u200c\u200c\u200d'.repeat(9)],
  ['unassigned characters', '\u{e01f0}\u{e0fff}\u{e0001}\u2065\ufff0'],
  ['fillers and soft hyphens', '\u115f\u3164\uffa0\u00ad\u034f\ufffa'],
])('removes text in %s', (_name, text) => {
  expect(cleanMultiLineText(`Good!${text}`).replace(/\u200d$/u, '')).toBe('Good!')
  expect(cleanSingleLineText(`Good!${text}`)).toBe('Good!')
})

test('keeps one joiner after a visible character', () => {
  // Invisible joiners that must stay: in the Persian for "I want", in a family emoji, and in a burning heart.
  for (const text of ['می\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f\u200d🔥'])
    expect(removeHiddenText(text)).toBe(text)
  expect(removeHiddenText('x\u200d\u200c\u200dy')).toBe('x\u200dy')
})

test('keeps the selector of an emoji, a key and an ideograph, and the flags of regions', () => {
  const texts = [
    '❤\ufe0f',
    '☺\ufe0e',
    '1\ufe0f\u20e3',
    '葛\u{e0100}',
    flag('gbsct'),
    flag('gbeng'),
    flag('gbwls'),
  ]
  for (const text of texts) expect(removeHiddenText(text)).toBe(text)
  expect(removeHiddenText(`❤\ufe0f\ufe0e葛\u{e0100}\u{e0101}${flag('usca')}`)).toBe('❤\ufe0f葛\u{e0100}🏴')
})

test('cleaning a text twice removes nothing more', () => {
  const text = `a\u200b\u200d b\ufe0f\u200d❤\ufe0f\u200d\u200c${flag('usca')}\u200d`
  const once = removeHiddenText(text)
  expect(removeHiddenText(once)).toBe(once)
})
