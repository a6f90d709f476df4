import { toLikePattern } from './search-words'

/** A search word in the forms that the indexes need. */
export type SearchWord = {
  word: string
  pattern: string
  /** The word has three letters or digits in a row, so a trigram index can find it. */
  hasTrigrams: boolean
  /** The single letter, or each pair of adjacent letters: every text that contains the word contains them all. */
  parts: string[]
}

export function toSearchWord(word: string): SearchWord {
  // By code point, as PostgreSQL counts letters.
  const letters = Array.from(word)
  return {
    word,
    pattern: toLikePattern(word),
    hasTrigrams: /[\p{L}\p{N}]{3}/u.test(word),
    parts: letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`),
  }
}
