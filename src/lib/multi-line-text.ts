import { hasVisibleText } from './single-line-text'
import { limitCombiningMarks } from './combining-marks'

// Tags spell the region of a flag, after its black flag. Elsewhere programs read them as text that people don't see.
const flagOrTags =
  /(\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu

/** Cleans multi-line user text like `cleanSingleLineText`, but keeps line breaks, single empty lines, and the joiners of emoji. */
export function cleanMultiLineText(value: string): string {
  const seen = value
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(
      /[^\P{Cc}\n\t]|\p{Cs}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu,
      '',
    )
    .replaceAll(flagOrTags, '$1')
  // Marks are limited after invisible characters were removed, because that can bring marks together.
  const text = limitCombiningMarks(seen)
    .normalize('NFC')
    // Matches only at the first space of a run, because trying each space takes quadratic time.
    .replaceAll(/(?<![ \t])[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return hasVisibleText(text) ? text : ''
}
