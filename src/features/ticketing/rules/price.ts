import { formatDollars, shareOf } from '~/lib/money'

export interface PricedItem {
  quantity: number
  unitCents: number
}

export interface Price {
  subtotalCents: number
  feeBasisPoints: number
  feeCents: number
  totalCents: number
}

/** What an order costs (T-03); 1000 basis points are 10 %. The fee is taken once, of the subtotal, so that splitting an order cannot shave cents. */
export function priceOf(items: readonly PricedItem[], feeBasisPoints: number): Price {
  const subtotalCents = items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0)
  const feeCents = shareOf(subtotalCents, feeBasisPoints)
  return { subtotalCents, feeBasisPoints, feeCents, totalCents: subtotalCents + feeCents }
}

/** Stands with a total where prices are shown with the fee inside; empty when there is none in it. */
export function feeInsideWords(feeCents: number): string {
  return feeCents === 0 ? '' : `including ${formatDollars(feeCents)} service fee`
}
