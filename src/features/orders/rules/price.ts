import { formatDollars, shareOf } from '~/lib/money'

export interface PricedItem {
  quantity: number
  unitCents: number
}

export interface Price {
  /** After the discount: the fee is of what is paid. */
  subtotalCents: number
  discountCents: number
  feeBasisPoints: number
  feeCents: number
  totalCents: number
}

/** What an order costs (T-03); 1000 basis points are 10 %. The fee is taken once, of the subtotal, so that splitting an order cannot shave cents. `takeOff`: what a promo code takes off the sum. */
export function priceOf(
  items: readonly PricedItem[],
  feeBasisPoints: number,
  takeOff: (cents: number) => number = () => 0,
): Price {
  const sum = items.reduce((cents, item) => cents + item.quantity * item.unitCents, 0)
  const discountCents = takeOff(sum)
  const subtotalCents = sum - discountCents
  const feeCents = shareOf(subtotalCents, feeBasisPoints)
  return { subtotalCents, discountCents, feeBasisPoints, feeCents, totalCents: subtotalCents + feeCents }
}

/** Stands with a total where prices are shown with the fee inside; empty when there is none in it. */
export function feeInsideWords(feeCents: number): string {
  return feeCents === 0 ? '' : `including ${formatDollars(feeCents)} service fee`
}
