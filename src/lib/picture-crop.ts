export type Turn = 0 | 90 | 180 | 270

/** An area in whole pixels or percent, measured from the top left corner. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Maps an area chosen in a picture rotated clockwise back to the original, in pixels of the original. `size` is that of
 * the original. Returns whole pixels inside the picture, in the chosen shape as closely as possible.
 */
export function toUprightArea(chosen: Area, turn: Turn, size: { width: number; height: number }): Area {
  const isAcross = turn === 90 || turn === 270
  const wanted = isAcross ? { width: chosen.height, height: chosen.width } : chosen
  const share = Math.min(1, size.width / wanted.width, size.height / wanted.height)
  const width = Math.max(1, Math.min(Math.round(wanted.width * share), size.width))
  const height = Math.max(1, Math.min(Math.round(wanted.height * share), size.height))
  const { x, y } = undoTurn(chosen, turn, size)
  return { x: clamp(x, size.width - width), y: clamp(y, size.height - height), width, height }
}

function undoTurn({ x, y, width, height }: Area, turn: Turn, size: { width: number; height: number }) {
  if (turn === 90) return { x: y, y: size.height - x - width }
  if (turn === 180) return { x: size.width - x - width, y: size.height - y - height }
  if (turn === 270) return { x: size.width - y - height, y: x }
  return { x, y }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(Math.round(value), most))
}
