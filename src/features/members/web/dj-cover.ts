import { getPaperStock, getGenrePaperStock } from '~/design/flyer/paper-stocks'
import type { Stock } from '~/design/stock'

/** Returns a DJ’s paper color. It depends on their genre or, without a genre, on their name. */
export function getDjPaperStock(dj: { name: string; genre: string | null }): Stock {
  return dj.genre === null ? getPaperStock(dj.name) : getGenrePaperStock(dj.genre)
}

/** Returns the length of a name's longest word, which decides how large the name can be without breaking it. */
export function measureLongestWord(name: string): number {
  return Math.max(
    ...name
      .trim()
      .split(/[\s-]+/u)
      .map((word) => word.length),
  )
}

/** Splits a name into two lines: `Mara` / `Voss`, `Ana` / `Maria Silva`. */
export function splitName(name: string): string[] {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  return rest.length > 0 ? [first, rest.join(' ')] : [first]
}
