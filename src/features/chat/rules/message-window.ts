/**
 * Which of a room's loaded messages are drawn, by their places. From `from` up to `to` (null: the newest); where that are
 * more than `MOST_DRAWN`, `keeps` says at which end.
 */
export type MessageWindow = { from: number; to: number | null; keeps: 'oldest' | 'newest' }

const STEP = 100
export const MOST_DRAWN = 400

/** The newest messages, following what comes. */
export function newestWindow(places: readonly number[]): MessageWindow {
  return { from: places.length > STEP ? (places.at(-STEP) ?? 0) : 0, to: null, keeps: 'newest' }
}

/** The part of `places` (rising) that is drawn: from index `start` up to, without, `end`. */
export function drawnOf(
  places: readonly number[],
  { from, to, keeps }: MessageWindow,
): { start: number; end: number } {
  const start = firstFrom(places, from)
  const end = to === null ? places.length : firstFrom(places, to + 1)
  if (end - start <= MOST_DRAWN) return { start, end }
  return keeps === 'oldest' ? { start, end: start + MOST_DRAWN } : { start: end - MOST_DRAWN, end }
}

/** A step towards older ones; at the oldest loaded one it is open for those that are fetched. */
export function olderWindow(places: readonly number[], shown: MessageWindow): MessageWindow {
  const { start, end } = drawnOf(places, shown)
  return {
    from: start > STEP ? (places[start - STEP] ?? 0) : 0,
    to: end < places.length ? (places[end - 1] ?? null) : null,
    keeps: 'oldest',
  }
}

/** A step towards newer ones. */
export function newerWindow(places: readonly number[], shown: MessageWindow): MessageWindow {
  const { start, end } = drawnOf(places, shown)
  return { from: places[start] ?? 0, to: places[end - 1 + STEP] ?? null, keeps: 'newest' }
}

/** The index of the first place that is not before this one. */
function firstFrom(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
