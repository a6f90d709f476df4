import { likePattern } from './search-words'

/** One word that somebody searches for, as both ways of finding it need it. */
export type SearchWord = {
  /** Of every text that has the word in it. */
  pattern: string
  /** The word has three letters or figures in a row: the trigrams of the database know it. */
  hasTrigrams: boolean
  /** Its one or two letters, or each two in a row: every text that has the word has them all. */
  parts: string[]
}

export function toSearchWord(word: string): SearchWord {
  // By code points, as the database counts letters.
  const letters = Array.from(word)
  return {
    pattern: likePattern(word),
    hasTrigrams: /[\p{L}\p{N}]{3}/u.test(word),
    parts: letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`),
  }
}
