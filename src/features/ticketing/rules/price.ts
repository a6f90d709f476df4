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

/**
 * A share of an amount, rounded half up to the cent. Integers only, as in the database's constraint
 * `orders_fee_adds_up`: both sides compute (subtotal * points + 5000) / 10000 and drop the remainder.
 */
export function feeOf(subtotalCents: number, basisPoints: number): number {
  return Math.floor((subtotalCents * basisPoints + 5000) / 10_000)
}

/** What an order costs (T-03). The fee is taken once, of the subtotal, so that splitting an order cannot shave cents. */
export function priceOf(items: readonly PricedItem[], basisPoints: number = FEE_BASIS_POINTS): Price {
  const subtotalCents = items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0)
  const feeCents = feeOf(subtotalCents, basisPoints)
  return { subtotalCents, feeBasisPoints: basisPoints, feeCents, totalCents: subtotalCents + feeCents }
}

/** 'From' (E-03): the lowest ticket type price, else the event's own price, else 0. Cents. */
export function fromPriceCents(typePrices: readonly number[], ticketPriceCents: number | null): number {
  return typePrices.length > 0 ? Math.min(...typePrices) : (ticketPriceCents ?? 0)
}
