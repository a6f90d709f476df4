import { likePattern } from './search-words'

/** A searched word in the forms that the indexes need. */
export type SearchWord = {
  word: string
  /** The LIKE pattern of texts that contain the word. */
  pattern: string
  /** The word has three letters or digits in a row, so a trigram index can find it. */
  hasTrigrams: boolean
  /** Its one letter, or each two letters in a row: every text that contains the word contains them all. */
  parts: string[]
}

export function toSearchWord(word: string): SearchWord {
  // By code points, as PostgreSQL counts letters.
  const letters = Array.from(word)
  return {
    word,
    pattern: likePattern(word),
    hasTrigrams: /[\p{L}\p{N}]{3}/u.test(word),
    parts: letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`),
  }
}
