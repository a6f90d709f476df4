import { parseSearchText } from '~/lib/search-parameters'
import { type Genre, isGenre } from '../rules/genre'

/** The search of /discover. */
export type DiscoverSearch = { q?: string | undefined; genre?: Genre | undefined }

/**
 * Parses the URL and ignores invalid values, since old links stay in use. Returns every key, because the router keeps the old value of a missing one.
 */
export function parseDiscoverSearch(raw: Record<string, unknown>): DiscoverSearch {
  const genre = raw['genre']
  return {
    q: parseSearchText(raw['q']),
    genre: typeof genre === 'string' && isGenre(genre) ? genre : undefined,
  }
}
