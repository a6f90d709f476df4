import { type Genre, isGenre } from '../rules/genre'

/** What the address of /discover says. */
export type DiscoverSearch = { q?: string; genre?: Genre }

const LONGEST_QUERY = 100

/** What an address says wrongly is left out, not refused: links live long. */
export function readDiscoverSearch(raw: Record<string, unknown>): DiscoverSearch {
  // The router reads `?q=90` as a number.
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']) : ''
  const genre = raw['genre']
  return {
    ...(q.trim() ? { q: q.trim().slice(0, LONGEST_QUERY) } : {}),
    ...(typeof genre === 'string' && isGenre(genre) ? { genre } : {}),
  }
}
