/** What a promo code takes off: a percentage, or an amount of cents off the whole order. */
export type Discount = { percent: number } | { amountCents: number }

/** Half up to the cent, and never more than the order. The database's function `discount_of` says the same. */
export function discountOf(subtotalCents: number, discount: Discount): number {
  return 'percent' in discount
    ? Math.floor((subtotalCents * discount.percent + 50) / 100)
    : Math.min(discount.amountCents, subtotalCents)
}

/**
 * Splits cents over lines by their weights, so that the parts sum to it: the largest remainders get the cents that are left, the earlier
 * line first. No part is larger than its weight while the whole is not larger than all weights. `split_cents` says the same.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((cents * weight) / total))
  const remainders = weights.map((weight, line) => ({ line, remainder: (cents * weight) % total }))
  const left = cents - shares.reduce((sum, share) => sum + share, 0)
  const favoured = new Set(
    remainders
      .sort((a, b) => b.remainder - a.remainder || a.line - b.line)
      .slice(0, left)
      .map(({ line }) => line),
  )
  return shares.map((share, line) => share + (favoured.has(line) ? 1 : 0))
}
