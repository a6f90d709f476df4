import { type RawBuilder, sql } from 'kysely'
import { toLikePattern } from '~/lib/search-words'

/**
 * How many rows a fuzzy search compares, from the start of the list. Comparing one row with one word takes 10
 * microseconds.
 */
export const SIMILAR_AMONG = 500

// cspell:ignore belrin cisten
// The minimum share of common trigrams: "cisten" and "cistern" share 0.71 of theirs, unrelated words less than 0.3.
// Two swapped letters can leave as few ("belrin" and "berlin" share 0.29), so swaps are compared on their own.
const SIMILAR = 0.45
const SHORTEST = 4

/**
 * Matches texts that contain each of `words` (as `foldText` writes them), a similar word, or the word with two
 * neighboring letters swapped. Words of up to three letters must occur exactly: they have too few trigrams to compare.
 */
export function hasSimilarWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql`${sql.join(
    words.map((word) =>
      Array.from(word).length < SHORTEST
        ? sql`${text} like ${toLikePattern(word)}`
        : sql`(word_similarity(${word}, ${text}) >= ${sql.lit(SIMILAR)}
            or ${text} like any(${swapNeighbors(word).map(toLikePattern)}::text[]))`,
    ),
    sql` and `,
  )}`
}

/**
 * Returns all variants of the word in which two neighboring letters are swapped: `belrin` gives `berlin` among others.
 */
function swapNeighbors(word: string): string[] {
  const letters = Array.from(word)
  return letters
    .slice(1)
    .map((letter, n) => [...letters.slice(0, n), letter, letters[n], ...letters.slice(n + 2)].join(''))
}
