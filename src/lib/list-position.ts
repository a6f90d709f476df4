import { formatCount } from './count'

/** Returns `1–25 of 1,284`; only the range while the total is unknown. */
export function formatPosition(from: number, shown: number, total: number | undefined): string {
  const to = from + shown - 1
  const range = shown === 1 ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`
  return total === undefined ? range : `${range} of ${formatCount(Math.max(total, to))}`
}
