import type { OrderStatus } from '../rules/order-state'

export interface PaidOrder {
  status: OrderStatus
  isAmountRight: boolean
  /** Every item is still available, and no one waits for it. */
  hasStock: boolean
  /** The promo code can be used again; true without a code. */
  hasPromoUse: boolean
  isEventPublished: boolean
}

/**
 * Decides what happens with money that has arrived for an order, as `settle_payments` must. Tests compare the SQL function with this second,
 * independent version. The order of two payments in one batch is not covered here: the second one finds the order confirmed.
 */
export function decidePayment(order: PaidOrder): 'confirmed' | 'returned' {
  if (!order.isAmountRight) return 'returned'
  // The hold still counts when its time is over by the clock, as long as no job has ended it.
  if (order.status === 'reserved') return 'confirmed'
  const canSellAgain = order.hasStock && order.hasPromoUse && order.isEventPublished
  return order.status === 'expired' && canSellAgain ? 'confirmed' : 'returned'
}
