/** The discount of a promo code: a percentage, or an amount of cents off the full order. */
export type Discount = { percent: number } | { amountCents: number }

/**
 * Returns the discount in cents, rounded half up and never more than the order. Matches the database function
 * `discount_of`.
 */
export function computeDiscount(subtotalCents: number, discount: Discount): number {
  return 'percent' in discount
    ? Math.floor((subtotalCents * discount.percent + 50) / 100)
    : Math.min(discount.amountCents, subtotalCents)
}
