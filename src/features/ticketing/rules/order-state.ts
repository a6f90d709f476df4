export const ORDER_STATES = ['reserved', 'confirmed', 'expired', 'cancelled', 'refunded'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/**
 * Every move an order may make; the table `order_transitions` holds the same and a test compares them.
 * An expired order is confirmed when its payment arrives late and stock remains, and refunded when none does; so is a
 * cancelled one whose payment was already under way.
 */
export const ORDER_MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  reserved: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['refunded'],
  expired: ['confirmed', 'refunded'],
  cancelled: ['refunded'],
  refunded: [],
}

export const canMove = (from: OrderState, to: OrderState): boolean => ORDER_MOVES[from].includes(to)
