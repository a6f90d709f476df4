import { likePattern, searchWords } from '~/lib/search-words'

/** An event matches when each word occurs in its title, city, venue, line-up or organizer. */
export type SearchWords = {
  /** The words as `foldText` writes them. */
  words: string[]
  /** One LIKE pattern per word. */
  patterns: string[]
  /** Trigrams need three characters in a row; without them only the nearest events are looked through. */
  isIndexed: boolean
}

/** Returns undefined when the query contains no word. */
export function findSearchWords(query: string): SearchWords | undefined {
  const words = searchWords(query)
  if (words.length === 0) return undefined
  return { words, patterns: words.map(likePattern), isIndexed: words.some((word) => longestRun(word) >= 3) }
}

// pg_trgm sees letters and digits only: in "a-b-c" it finds no three in a row.
function longestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => Array.from(run).length))
}
