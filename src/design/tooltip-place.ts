import type { CSSProperties } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'
type Box = { top: number; right: number; bottom: number; left: number }

const gap = 6
/** Room that a tip of one line needs above its button, px. */
const headroom = 40
/** Nearer than this to the edge of the window, a tip is aligned to it instead of centred, px. */
const edge = 96

/** Where a tip stands beside a box of the window, in px of the window; it turns below when there is no room above. */
export function placeBeside(box: Box, wanted: TooltipSide, windowWidth: number) {
  const side = wanted === 'top' && box.top < headroom ? 'bottom' : wanted
  const middle = (box.left + box.right) / 2
  if (side === 'left' || side === 'right') {
    const top = (box.top + box.bottom) / 2
    const style: CSSProperties =
      side === 'right' ? { top, left: box.right + gap } : { top, right: windowWidth - box.left + gap }
    return { side, style }
  }
  const vertical = side === 'top' ? { top: box.top - gap } : { top: box.bottom + gap }
  if (windowWidth - middle < edge) {
    return { side: `${side} edge`, style: { ...vertical, right: Math.max(4, windowWidth - box.right) } }
  }
  if (middle < edge) return { side: `${side} edge`, style: { ...vertical, left: Math.max(4, box.left) } }
  return { side, style: { ...vertical, left: middle } }
}
