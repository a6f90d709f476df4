export interface Scale {
  /** Value of the highest grid line; at least 1. */
  top: number
  step: number
  perBlock: number
}

const MAX_LINES = 4
const MAX_BLOCKS = 32

/**
 * Returns the grid lines and block size for bars of up to `most` units. Values are round; up to 32 units, a block is
 * one unit.
 */
export function calculateScale(most: number): Scale {
  const step = findRoundStep(most, [1, 2, 5, 10, 25], MAX_LINES)
  const top = step * Math.max(1, Math.ceil(most / step))
  return { top, step, perBlock: findRoundStep(top, [1, 2, 5, 10], MAX_BLOCKS) }
}

function findRoundStep(most: number, digits: readonly number[], limit: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of digits) if (Math.ceil(most / (digit * power)) <= limit) return digit * power
}
