/** What is searched for: an event matches when each word occurs somewhere in its title or location. */
export type SearchWords = {
  /** LIKE patterns, one per word, lower case. */
  patterns: string[]
  /** Trigrams need three characters in a row; without them only the nearest events are looked through. */
  isIndexed: boolean
}

const MOST_WORDS = 8

/** Undefined when nothing is left to search for. */
export function findSearchWords(query: string): SearchWords | undefined {
  // Control characters part words too: PostgreSQL refuses text with a NUL in it.
  const words = [
    ...new Set(
      query
        .normalize('NFC')
        .toLowerCase()
        .split(/[\s\p{Cc}]+/u),
    ),
  ]
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  if (words.length === 0) return undefined
  return { patterns: words.map(contains), isIndexed: words.some((word) => longestRun(word) >= 3) }
}

// pg_trgm sees letters and digits only: in "a-b-c" it finds no three in a row.
function longestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => Array.from(run).length))
}

function contains(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
