import { hasVisibleText } from './single-line-text'
import { limitCombiningMarks } from './combining-marks'
import { removeHiddenText } from './hidden-text'

/** Cleans multi-line user text like `cleanSingleLineText`, but keeps line breaks, single empty lines, and the joiners of emoji. */
export function cleanMultiLineText(value: string): string {
  const lines = value.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n').replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
  // Combining marks are limited after invisible characters were removed, because the removal can bring marks
  // together.
  const text = limitCombiningMarks(removeHiddenText(lines))
    .normalize('NFC')
    // Matches only at the first space of a run, because trying each space takes quadratic time.
    .replaceAll(/(?<![ \t])[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return hasVisibleText(text) ? text : ''
}
