/**
 * - `reserved`: stock is held for the order until `expires_at`.
 * - `confirmed`: the order was paid, or is free. Its tickets exist.
 * - `expired`: the hold ended and its stock was released. A late payment may still confirm the order.
 * - `cancelled`: the customer canceled the reservation. Its stock was released.
 * - `refunded`: the payment or all tickets were refunded.
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
