import { stockOfGenre } from '~/design/flyer/stocks'
import type { Stock } from '~/design/stock'

/** The paper of a room: its genre's, otherwise the site's own yellow. */
export function stockOfRoom({ genre }: { genre: string | null }): Stock {
  return genre === null ? 'yellow' : stockOfGenre(genre)
}
