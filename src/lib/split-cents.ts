/**
 * Splits cents over lines by weight, so that the parts sum to the total. Leftover cents go to the largest remainders,
 * the earlier line first. No part exceeds its weight unless the total exceeds the sum of the weights. Matches the
 * database function `split_cents`.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((cents * weight) / total))
  const remainders = weights.map((weight, line) => ({ line, remainder: (cents * weight) % total }))
  const left = cents - shares.reduce((sum, share) => sum + share, 0)
  const favored = new Set(
    remainders
      .sort((a, b) => b.remainder - a.remainder || a.line - b.line)
      .slice(0, left)
      .map(({ line }) => line),
  )
  return shares.map((share, line) => share + (favored.has(line) ? 1 : 0))
}

/** Returns `cents * part / whole`, rounded half up. Exact for all amounts of orders. */
export function roundShare(cents: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const divisor = 2n * BigInt(whole)
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / divisor)
}
