import { readText } from '~/lib/read-search'
import { type Genre, isGenre } from '../rules/genre'

/** What the address of /discover says. */
export type DiscoverSearch = { q?: string | undefined; genre?: Genre | undefined }

/**
 * What an address says wrongly counts as not said: links live long. Every key is named all the same, since the router
 * takes from the address, as it stands, what a reader leaves out.
 */
export function readDiscoverSearch(raw: Record<string, unknown>): DiscoverSearch {
  const genre = raw['genre']
  return {
    q: readText(raw['q']),
    genre: typeof genre === 'string' && isGenre(genre) ? genre : undefined,
  }
}
