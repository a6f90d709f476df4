import { getGenrePaperStock } from '~/design/flyer/paper-stocks'
import type { Stock } from '~/design/stock'

/** Returns a room's paper color: its genre's, otherwise the site's yellow. */
export function getRoomPaperStock({ genre }: { genre: string | null }): Stock {
  return genre === null ? 'yellow' : getGenrePaperStock(genre)
}
