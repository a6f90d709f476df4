/** The filter chips of Discover, in order. Profiles may have other genres, which only the name search finds. */
export const GENRES = ['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance'] as const
export type Genre = (typeof GENRES)[number]

export function isGenre(text: string): text is Genre {
  return GENRES.some((genre) => genre === text)
}
