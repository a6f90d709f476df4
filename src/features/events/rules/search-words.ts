import { toLikePattern, splitSearchWords } from '~/lib/search-words'

/** Words of a search: each must occur in the title, city, venue, line-up or organizer of an event. */
export type SearchWords = {
  /** Normalized by `foldText`. */
  terms: string[]
  patterns: string[]
  /**
   * Whether the trigram index can be used: trigrams need three characters in a row. Otherwise only the next events
   * are searched.
   */
  isIndexed: boolean
}

/** Returns undefined when the query contains no word. */
export function findSearchWords(query: string): SearchWords | undefined {
  const terms = splitSearchWords(query)
  if (terms.length === 0) return undefined
  return {
    terms,
    patterns: terms.map(toLikePattern),
    isIndexed: terms.some((word) => measureLongestRun(word) >= 3),
  }
}

// pg_trgm uses only letters and digits: "a-b-c" has no three in a row.
function measureLongestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => Array.from(run).length))
}
