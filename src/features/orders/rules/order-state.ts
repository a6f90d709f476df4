/**
 * reserved stock is held until expires_at confirmed paid (or free): the tickets exist expired the hold ended and its
 * stock was released; a late payment may still confirm it cancelled released by the customer refunded the payment was
 * refunded, or the tickets were
 */
export const ORDER_STATUSES = ['reserved', 'confirmed', 'expired', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The allowed status transitions. The table `order_transitions` has the same rows, and a trigger refuses all others. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  reserved: ['confirmed', 'expired', 'cancelled'],
  expired: ['confirmed', 'refunded'],
  cancelled: ['refunded'],
  confirmed: ['refunded'],
  refunded: [],
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

/** True for orders that were paid, including refunded ones. */
export function hasReceipt(status: OrderStatus): boolean {
  return status === 'confirmed' || status === 'refunded'
}
