export interface Scale {
  /** What the highest line stands for; at least 1. */
  top: number
  /** From one line to the next. */
  step: number
  /** How many units one block of a bar stands for. */
  perBlock: number
}

const MOST_LINES = 4
const MOST_BLOCKS = 32

/** The lines and blocks for bars of up to `most` units: round figures, one block per unit while that is at most 32. */
export function scaleFor(most: number): Scale {
  const step = roundFigures(most, [1, 2, 5, 10, 25], MOST_LINES)
  const top = step * Math.max(1, Math.ceil(most / step))
  return { top, step, perBlock: roundFigures(top, [1, 2, 5, 10], MOST_BLOCKS) }
}

/** The smallest round figure of which at most `limit` reach `most`. */
function roundFigures(most: number, digits: readonly number[], limit: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of digits) if (Math.ceil(most / (digit * power)) <= limit) return digit * power
}
