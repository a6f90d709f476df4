import { type Genre, isGenre } from '../rules/genre'

/** What the address of /discover says. */
export type DiscoverSearch = { q?: string | undefined; genre?: Genre | undefined }

const LONGEST_QUERY = 100

/**
 * What an address says wrongly counts as not said: links live long. Every key is named all the same, since the router
 * takes from the address, as it stands, what a reader leaves out.
 */
export function readDiscoverSearch(raw: Record<string, unknown>): DiscoverSearch {
  // The router reads `?q=90` as a number.
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']) : ''
  const genre = raw['genre']
  return {
    q: q.trim().slice(0, LONGEST_QUERY) || undefined,
    genre: typeof genre === 'string' && isGenre(genre) ? genre : undefined,
  }
}
