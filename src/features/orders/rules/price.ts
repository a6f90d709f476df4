import type { Currency } from '~/lib/currency'
import { formatMoney, calculateShare } from '~/lib/money'

export interface PricedItem {
  quantity: number
  unitCents: number
}

export interface Price {
  /** After the discount; the fee is a share of it. */
  subtotalCents: number
  discountCents: number
  feeBasisPoints: number
  feeCents: number
  totalCents: number
}

/**
 * Calculates the price of an order (T-03). The fee is in basis points: 1000 are 10 %. It is charged once, on the
 * subtotal, so that splitting an order saves nothing. `takeOff` returns the discount of a promo code.
 */
export function computePrice(
  items: readonly PricedItem[],
  feeBasisPoints: number,
  takeOff: (cents: number) => number = () => 0,
): Price {
  const sum = items.reduce((cents, item) => cents + item.quantity * item.unitCents, 0)
  const discountCents = takeOff(sum)
  const subtotalCents = sum - discountCents
  const feeCents = calculateShare(subtotalCents, feeBasisPoints)
  return { subtotalCents, discountCents, feeBasisPoints, feeCents, totalCents: subtotalCents + feeCents }
}

/** Describes the fee that a total includes; empty when there is none. */
export function formatIncludedFee(feeCents: number, currency: Currency): string {
  return feeCents === 0 ? '' : `including ${formatMoney(feeCents, currency)} service fee`
}
