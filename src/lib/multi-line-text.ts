import { hasVisibleText } from './single-line-text'
import { limitCombiningMarks } from './combining-marks'

/**
 * Cleans multi-line user text like `oneLine`, but keeps line breaks, at most one empty line in a row, and the joiners
 * of emoji.
 */
export function manyLines(value: string): string {
  const seen = value
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
  // Removing invisible characters can bring marks together, so limit them afterwards.
  const text = limitCombiningMarks(seen)
    .normalize('NFC')
    // Match only from the first space: trying each one takes quadratic time on long runs.
    .replaceAll(/(?<![ \t])[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return hasVisibleText(text) ? text : ''
}
