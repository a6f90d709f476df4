import { limitCombiningMarks } from './combining-marks'
import { removeHiddenText } from './hidden-text'

/**
 * Cleans user text to one line: trims it, collapses whitespace, and removes invisible characters. These are controls,
 * direction overrides, and lone surrogates, which PostgreSQL rejects in JSON.
 */
export function cleanSingleLineText(value: string): string {
  const seen = removeHiddenText(value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' '))
  const line = limitCombiningMarks(seen).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return hasVisibleText(line) ? line : ''
}

/**
 * Returns false for text that shows nothing: spaces, marks without a letter, and letters that fonts draw blank (U+3164,
 * U+2800).
 */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u.test(text)
}
