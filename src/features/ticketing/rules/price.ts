import { shareOf } from '~/lib/money'

/** The service fee of the specification: 10 %, in basis points (1 basis point = 0.01 %). */
export const FEE_BASIS_POINTS = 1000

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

/** What an order costs (T-03). The fee is taken once, of the subtotal, so that splitting an order cannot shave cents. */
export function priceOf(items: readonly PricedItem[], basisPoints: number = FEE_BASIS_POINTS): Price {
  const subtotalCents = items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0)
  const feeCents = shareOf(subtotalCents, basisPoints)
  return { subtotalCents, feeBasisPoints: basisPoints, feeCents, totalCents: subtotalCents + feeCents }
}
