import { expect, test } from 'vitest'
import { cleanMultiLineText } from './multi-line-text'
import { cleanSingleLineText } from './single-line-text'
import { limitCombiningMarks } from './combining-marks'

const acute = '\u0301'
const below = '\u0316'

test('keeps accents on their letters and cuts off long runs of marks', () => {
  expect(limitCombiningMarks(`Ana${acute}s`)).toBe(`Ana${acute}s`)
  expect(limitCombiningMarks(`o${acute.repeat(30)}`)).toBe(`o${acute.repeat(30)}`)
  expect(limitCombiningMarks(`o${acute.repeat(31)}x${below}`)).toBe(`o${acute.repeat(30)}x${below}`)
})

test('limits marks even if invisible characters separate them', () => {
  const pile = `o${below.repeat(30)}`
  for (const unseen of ['\u200e', '\u202e', '\ufeff', '\u0007', '\u200d', '\u200c'])
    expect(
      cleanMultiLineText(`o${(below + unseen).repeat(100)}`).length,
      JSON.stringify(unseen),
    ).toBeLessThan(70)
  expect(cleanMultiLineText(`o${(below + '\u200e').repeat(100)}`)).toBe(pile)
  expect(cleanMultiLineText('👩‍❤️‍💋‍👩')).toBe('👩‍❤️‍💋‍👩')
})

const sorted = `\u00e1${below.repeat(15)}${acute.repeat(14)}`
const spaced = `\u00e1${below} ${`${below}${acute} `.repeat(899_999)}`.trim()

// Regression: a third of one of these texts was enough to block the server for half a minute, and any visitor could
// send it. If cleaning takes quadratic time again, the test times out.
test.each([
  ['spaces within a line', `a${' '.repeat(2_700_000)}b`, 'a b', `a${' '.repeat(2_700_000)}b`],
  ['accents in non-canonical order', `a${(acute + below).repeat(1_350_000)}`, sorted, sorted],
  ['accents around a space', `a${(acute + below + ' ').repeat(900_000)}`, spaced, spaced],
  ['empty lines', `a${'\n \t'.repeat(900_000)}b`, 'a b', 'a\n\n \tb'],
])('cleans text of three times the maximum request size: %s', (_, text, line, lines) => {
  // Compared here, because a failed matcher would print these long texts.
  expect(cleanSingleLineText(text) === line).toBe(true)
  expect(cleanMultiLineText(text) === lines).toBe(true)
})
