import { likePattern, searchWords } from '~/lib/search-words'

/** What is searched for: an event matches when each word occurs somewhere in its title or location. */
export type SearchWords = {
  /** LIKE patterns, one per word, lower case. */
  patterns: string[]
  /** Trigrams need three characters in a row; without them only the nearest events are looked through. */
  isIndexed: boolean
}

/** Undefined when nothing is left to search for. */
export function findSearchWords(query: string): SearchWords | undefined {
  const words = searchWords(query)
  if (words.length === 0) return undefined
  return { patterns: words.map(likePattern), isIndexed: words.some((word) => longestRun(word) >= 3) }
}

// pg_trgm sees letters and digits only: in "a-b-c" it finds no three in a row.
function longestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => Array.from(run).length))
}
