import { stockOf, stockOfGenre } from '~/design/flyer/stocks'
import type { Stock } from '~/design/stock'

/** The paper of a DJ: their genre's, or without one the paper of their name. */
export function stockOfDj(dj: { name: string; genre: string | null }): Stock {
  return dj.genre === null ? stockOf(dj.name) : stockOfGenre(dj.genre)
}

/** A name on two lines: `Mara` / `Voss`, `Ana` / `Maria Silva`. */
export function nameLines(name: string): string[] {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  return rest.length > 0 ? [first, rest.join(' ')] : [first]
}
