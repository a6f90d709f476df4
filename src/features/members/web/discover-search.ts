import { parseSearchText } from '~/lib/search-parameters'
import { type Genre, isGenre } from '../rules/genre'

/** The search parameters of /discover. */
export type DiscoverSearch = { q?: string | undefined; genre?: Genre | undefined }

/**
 * Parses the search parameters of the URL. Ignores invalid values, because old links stay in use. Returns every key,
 * because the router keeps the old value of a key that is missing.
 */
export function parseDiscoverSearch(raw: Record<string, unknown>): DiscoverSearch {
  const genre = raw['genre']
  return {
    q: parseSearchText(raw['q']),
    genre: typeof genre === 'string' && isGenre(genre) ? genre : undefined,
  }
}
