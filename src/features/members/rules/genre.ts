/** The chips of Discover, in their order. A profile may say another genre; it is then found by name only. */
export const GENRES = ['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance'] as const
export type Genre = (typeof GENRES)[number]

export function isGenre(text: string): text is Genre {
  return GENRES.some((genre) => genre === text)
}
