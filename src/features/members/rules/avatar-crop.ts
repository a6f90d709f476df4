export type Turn = 0 | 90 | 180 | 270

/** Whole pixels from the top left corner. */
export interface Square {
  x: number
  y: number
  size: number
}

/**
 * A square that was chosen in a picture as it looks after turning it clockwise, in pixels of the picture before that.
 * `width` and `height` are those before turning. The answer is whole pixels and lies inside the picture.
 */
export function uprightSquare(
  chosen: Square,
  turn: Turn,
  { width, height }: { width: number; height: number },
): Square {
  const size = Math.max(1, Math.min(Math.round(chosen.size), width, height))
  const { x, y } = beforeTurning(chosen, turn, width, height)
  return { x: between(x, width - size), y: between(y, height - size), size }
}

function beforeTurning({ x, y, size }: Square, turn: Turn, width: number, height: number) {
  if (turn === 90) return { x: y, y: height - x - size }
  if (turn === 180) return { x: width - x - size, y: height - y - size }
  if (turn === 270) return { x: width - y - size, y: x }
  return { x, y }
}

function between(value: number, most: number): number {
  return Math.max(0, Math.min(Math.round(value), most))
}
