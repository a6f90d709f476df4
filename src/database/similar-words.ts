import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '~/lib/search-words'

/** How many rows of a list, in list order, a fuzzy search compares. Each row and word costs 10 microseconds. */
export const SIMILAR_AMONG = 500

// "cisten" and "cistern" share 0.71 of their trigrams, "cistren" and "cistern" 0.5, unrelated words below 0.3.
const SIMILAR = 0.45
const SHORTEST = 4

/**
 * Matches texts that contain a word similar to each of `words` (as `foldText` writes them). Words of up to three letters
 * must occur exactly: they have too few trigrams to compare.
 */
export function hasSimilarWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql`${sql.join(
    words.map((word) =>
      Array.from(word).length < SHORTEST
        ? sql`${text} like ${likePattern(word)}`
        : sql`word_similarity(${word}, ${text}) >= ${sql.lit(SIMILAR)}`,
    ),
    sql` and `,
  )}`
}
