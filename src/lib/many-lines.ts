import { showsSomething } from './one-line'
import { withoutPiles } from './piled-marks'

/**
 * Text that somebody typed over several lines: like `oneLine`, but lines and empty lines between paragraphs stay, at most one
 * empty line in a row. What joins the parts of an emoji stays too.
 */
export function manyLines(value: string): string {
  const seen = value
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
  // What stood between two accents is gone by now: they are one pile.
  const text = withoutPiles(seen)
    .normalize('NFC')
    // Begun at the first space only: tried from each of them, a long row within a line takes the square of its length.
    .replaceAll(/(?<![ \t])[ \t]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return showsSomething(text) ? text : ''
}
