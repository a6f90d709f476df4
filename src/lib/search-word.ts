import { toLikePattern } from './search-words'

/** A search word in the forms that the indexes need. */
export type SearchWord = {
  word: string
  pattern: string
  /** Whether the word has three letters or digits in a row, so that a trigram index can find it. */
  hasTrigrams: boolean
  /** Each pair of adjacent letters, or the only letter. Every text that contains the word contains all of these. */
  parts: string[]
}

export function toSearchWord(word: string): SearchWord {
  // Split by code point, because PostgreSQL counts letters that way.
  const letters = Array.from(word)
  return {
    word,
    pattern: toLikePattern(word),
    hasTrigrams: /[\p{L}\p{N}]{3}/u.test(word),
    parts: letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`),
  }
}
