import type { OrderStatus } from './order-state'

/**
 * What becomes of money that has arrived for an order. Nothing in between exists: it is honoured with tickets, or it goes
 * back in full.
 *
 * sell_held   the stock is still held, even if the clock says the hold is over: held becomes sold
 * sell_free   the hold ran out, and enough is free again: taken from the free stock
 * give_back   anything else: cancelled, paid already by another payment, or sold to others meanwhile
 */
export type PaidDecision = 'sell_held' | 'sell_free' | 'give_back'

export function decidePaid(order: {
  status: OrderStatus
  isAmountRight: boolean
  /** Whether every item of the order is still free. Matters only when the hold ran out. */
  hasFreeStock: boolean
}): PaidDecision {
  if (!order.isAmountRight) return 'give_back'
  if (order.status === 'reserved') return 'sell_held'
  if (order.status === 'expired' && order.hasFreeStock) return 'sell_free'
  return 'give_back'
}
