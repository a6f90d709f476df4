import type { OrderStatus } from './order-state'

export type CheckoutStep = 'pay' | 'waiting' | 'done' | 'expired' | 'cancelled' | 'refunded'

interface OrderProgress {
  status: OrderStatus
  /** Milliseconds on the server's clock, like `now`. */
  expiresAt: number
  now: number
  /** The bank was asked and has not answered, or has said yes a moment ago. */
  isPaymentUnderWay: boolean
  isRefunded: boolean
}

/**
 * Which screen an order shows. The job that expires orders may be some seconds behind, the screen is not. A payment under way
 * keeps the screen waiting even after the hold, because its answer is then honoured or refunded.
 */
export function checkoutStep({
  status,
  expiresAt,
  now,
  isPaymentUnderWay,
  isRefunded,
}: OrderProgress): CheckoutStep {
  if (status === 'confirmed') return 'done'
  if (status === 'refunded' || isRefunded) return 'refunded'
  if (isPaymentUnderWay) return 'waiting'
  if (status === 'cancelled') return 'cancelled'
  if (status === 'expired' || now >= expiresAt) return 'expired'
  return 'pay'
}
