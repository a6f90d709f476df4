import type { OrderStatus } from './order-state'

export type CheckoutStep = 'pay' | 'waiting' | 'done' | 'expired' | 'cancelled' | 'refunded'

interface OrderProgress {
  status: OrderStatus
  expiresAt: number
  now: number
  /** Whether the bank's decision is pending or the order is about to be confirmed. */
  isPaymentInProgress: boolean
  isRefunded: boolean
}

/**
 * Returns the checkout screen of an order. Compares the end of the hold with the current time, because the job that
 * expires orders may be some seconds late. While a payment is pending, the screen says to wait even after the hold
 * has ended: the payment is then honored or refunded.
 */
export function getCheckoutStep({
  status,
  expiresAt,
  now,
  isPaymentInProgress,
  isRefunded,
}: OrderProgress): CheckoutStep {
  if (status === 'confirmed') return 'done'
  if (status === 'refunded' || isRefunded) return 'refunded'
  if (isPaymentInProgress) return 'waiting'
  if (status === 'cancelled') return 'cancelled'
  if (status === 'expired' || now >= expiresAt) return 'expired'
  return 'pay'
}
