/**
 * reserved   stock is held until expires_at
 * confirmed  paid (or free): the tickets exist
 * expired    the hold ran out, the stock went back; a late payment may still confirm it
 * cancelled  given back by the customer
 * refunded   money came and went back, or tickets were taken back for money
 */
export const ORDER_STATUSES = ['reserved', 'confirmed', 'expired', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Every move there is. The table `order_transitions` holds the same, and a trigger refuses all others. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  reserved: ['confirmed', 'expired', 'cancelled'],
  expired: ['confirmed', 'refunded'],
  cancelled: ['refunded'],
  confirmed: ['refunded'],
  refunded: [],
}

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/** Whether there is a receipt: for every payment, also a refunded one. */
export function hasReceipt(status: OrderStatus): boolean {
  return status === 'confirmed' || status === 'refunded'
}
