import type { OrderStatus } from '../rules/order-state'

export interface PaidOrder {
  status: OrderStatus
  isAmountRight: boolean
  /** Whether every item is still available and has an empty waitlist. */
  hasStock: boolean
  /** Whether the promo code has a use left; true without a code. */
  hasPromoUse: boolean
  isEventPublished: boolean
}

/**
 * Decides whether a payment confirms its order or is returned, as `settle_payments` must. Tests compare the SQL
 * function with this independent version. Two payments in one batch are not covered: the second one finds the order
 * confirmed.
 */
export function decidePayment(order: PaidOrder): 'confirmed' | 'returned' {
  if (!order.isAmountRight) return 'returned'
  // A hold counts until the job has ended it, even after its time is over.
  if (order.status === 'reserved') return 'confirmed'
  const canSellAgain = order.hasStock && order.hasPromoUse && order.isEventPublished
  return order.status === 'expired' && canSellAgain ? 'confirmed' : 'returned'
}
