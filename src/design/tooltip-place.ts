import type { CSSProperties } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'
type Box = { top: number; right: number; bottom: number; left: number }

const gap = 6
/** Space a one-line tooltip needs above its button, in px. */
const headroom = 40
/** Distance to the window's edge, in px, below which a tooltip is aligned to its button instead of centered. */
const edge = 96

/** Returns where a tooltip goes relative to a box, in window px; below the box when there is no room above. */
export function placeTooltip(box: Box, wanted: TooltipSide, windowWidth: number) {
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
