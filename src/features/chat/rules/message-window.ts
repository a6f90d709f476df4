/**
 * The range of loaded messages to render: from the position `from` to the position `to` (null: to the newest). If it
 * contains more than `MAX_RENDERED` messages, `keeps` names the end that is rendered.
 */
export type MessageWindow = { from: number; to: number | null; keeps: 'oldest' | 'newest' }

const STEP = 100
export const MAX_RENDERED = 400

/**
 * Returns the window of the newest loaded messages. It has no upper end, so it also includes messages that arrive
 * later.
 */
export function getNewestWindow(places: readonly number[]): MessageWindow {
  return { from: places.length > STEP ? (places.at(-STEP) ?? 0) : 0, to: null, keeps: 'newest' }
}

/** Returns the part of `places` (ascending) that is rendered: from index `start` (inclusive) to `end` (exclusive). */
export function getRenderedRange(
  places: readonly number[],
  { from, to, keeps }: MessageWindow,
): { start: number; end: number } {
  const start = findIndexFrom(places, from)
  const end = to === null ? places.length : findIndexFrom(places, to + 1)
  if (end - start <= MAX_RENDERED) return { start, end }
  return keeps === 'oldest' ? { start, end: start + MAX_RENDERED } : { start: end - MAX_RENDERED, end }
}

/**
 * Moves the window to older messages. At the oldest loaded message, it also includes older messages that load later.
 */
export function moveToOlder(places: readonly number[], shown: MessageWindow): MessageWindow {
  const { start, end } = getRenderedRange(places, shown)
  return {
    from: start > STEP ? (places[start - STEP] ?? 0) : 0,
    to: end < places.length ? (places[end - 1] ?? null) : null,
    keeps: 'oldest',
  }
}

/** Moves the window to newer messages. */
export function moveToNewer(places: readonly number[], shown: MessageWindow): MessageWindow {
  const { start, end } = getRenderedRange(places, shown)
  return { from: places[start] ?? 0, to: places[end - 1 + STEP] ?? null, keeps: 'newest' }
}

/** Returns the index of the first position that is at least `place`. */
function findIndexFrom(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
