import { expect, test } from 'vitest'
import { cleanSingleLineText } from './single-line-text'

test('removes invisible characters and extra spaces from a line of text', () => {
  expect(cleanSingleLineText('  Hanna \n  Wolff ')).toBe('Hanna Wolff')
  expect(cleanSingleLineText('Evil\u202Eeman')).toBe('Evil eman')
  expect(cleanSingleLineText('\u0000\u200B')).toBe('')
  // Half an emoji: PostgreSQL rejects it both as text and as JSON.
  expect(cleanSingleLineText('Hanna \uD83E')).toBe('Hanna')
  expect(cleanSingleLineText('Hanna \u{1F9E1}')).toBe('Hanna \u{1F9E1}')
})

test('returns empty text when nothing is visible', () => {
  for (const blank of [
    '\u3164',
    '\u2800 \u2800',
    '\u115f\u1160',
    '\uffa0',
    '\ufe0f',
    '\u0301',
    '\u034f \u17b4',
  ])
    expect(cleanSingleLineText(blank), JSON.stringify(blank)).toBe('')
  expect(cleanSingleLineText('❤\ufe0f')).toBe('❤\ufe0f')
  expect(cleanSingleLineText('Ana\u00ef\u0301s')).toBe('Ana\u1e2fs')
})
