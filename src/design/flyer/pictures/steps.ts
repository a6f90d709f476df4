import { rectangle } from '../paths'
import type { Recipe } from './picture'

const COLUMNS = 16
const LENGTHS = [1, 1, 2, 1, 3, 1, 4] as const

/** A sixteen-step sequencer, one row per bar; the letters of the title decide which steps are on. */
export const steps: Recipe = (width, height, random, title) => {
  const rows = Math.max(5, Math.round(((COLUMNS * height) / width) * 0.62))
  const stepWidth = width / COLUMNS
  const rowHeight = height / rows
  const letters = title.toLowerCase().replace(/[^a-z0-9]/g, '') || 'x'
  let ink = ''
  let spot = ''
  let letter = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < COLUMNS;) {
      const code =
        letters.charCodeAt(letter++ % letters.length) + row * 7 + column * 3 + Math.floor(random() * 5)
      const length = Math.min(COLUMNS - column, LENGTHS[code % 7] ?? 1)
      if (code % 5 <= 2) {
        const step = rectangle(
          column * stepWidth,
          row * rowHeight + rowHeight * 0.09,
          stepWidth * length - stepWidth * 0.16,
          rowHeight * 0.82,
        )
        if (code % 5 === 2) spot += step
        else ink += step
      }
      column += length
    }
  }
  return { ink, spot }
}
