import { circle, round } from '../paths'
import type { Recipe } from './picture'

/** A quarter circle filling the square at x,y, its corner at one of the four corners, clockwise from top left. */
function quarter(x: number, y: number, side: number, corner: number): string {
  const left = round(x)
  const top = round(y)
  const right = round(x + side)
  const bottom = round(y + side)
  const length = round(side)
  const arc = `A${length} ${length} 0 0 1`
  if (corner === 0) return `M${left} ${top}h${length}${arc} ${left} ${bottom}z`
  if (corner === 1) return `M${right} ${top}v${length}${arc} ${left} ${top}z`
  if (corner === 2) return `M${right} ${bottom}h${-length}${arc} ${right} ${top}z`
  return `M${left} ${bottom}v${-length}${arc} ${right} ${bottom}z`
}

/** A grid of quarter circles, rings and discs. */
export const tiles: Recipe = (width, height, random) => {
  const across = 3 + Math.floor(random() * 3)
  const side = width / across
  const down = Math.ceil(height / side)
  let ink = ''
  let spot = ''
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const x = column * side
      const y = row * side
      const kind = Math.floor(random() * 6)
      const disc = circle(x + side / 2, y + side / 2, side / 2)
      if (kind === 4) ink += disc + circle(x + side / 2, y + side / 2, side * 0.16)
      else if (kind === 5) spot += disc
      else if (random() < 0.72) ink += quarter(x, y, side, kind)
      else spot += quarter(x, y, side, kind)
    }
  }
  return { ink, spot }
}
