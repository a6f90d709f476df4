import { calculateShare } from '~/lib/money'
import { calculateAddedTax, type Tax } from '~/lib/tax'

export interface PricedItem {
  quantity: number
  unitCents: number
}

export interface Price {
  /** The subtotal after the discount. The fee and the tax are shares of the subtotal. */
  subtotalCents: number
  discountCents: number
  addedTaxCents: number
  feeBasisPoints: number
  feeCents: number
  totalCents: number
}

/**
 * Calculates the price of an order (T-03). The fee is in basis points: 1000 are 10 %. Fee and added tax are
 * charged once, on the subtotal, so that splitting an order saves nothing. `takeOff` returns the discount of a promo code.
 */
export function computePrice(
  items: readonly PricedItem[],
  { feeBasisPoints, tax }: { feeBasisPoints: number; tax: Tax },
  takeOff: (cents: number) => number = () => 0,
): Price {
  const sum = items.reduce((cents, item) => cents + item.quantity * item.unitCents, 0)
  const discountCents = takeOff(sum)
  const subtotalCents = sum - discountCents
  const feeCents = calculateShare(subtotalCents, feeBasisPoints)
  const addedTaxCents = calculateAddedTax(subtotalCents, tax)
  const totalCents = subtotalCents + addedTaxCents + feeCents
  return { subtotalCents, discountCents, addedTaxCents, feeBasisPoints, feeCents, totalCents }
}
