import { foldText } from './fold-text'

const MAX_WORDS = 8

/** Splits a search into its first eight distinct words, in lower case and without accents (see `foldText`). */
export function splitSearchWords(query: string): string[] {
  // Control characters separate words, too, because PostgreSQL refuses text with NUL.
  const words = foldText(query)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Returns the LIKE pattern that matches texts containing the word; `%`, `_` and `\\` in the word are escaped. */
export function toLikePattern(word: string): string {
  return `%${toWordStartPattern(word)}`
}

/** Returns the LIKE pattern that matches texts beginning with the word. */
export function toWordStartPattern(word: string): string {
  return `${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
