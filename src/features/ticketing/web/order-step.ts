import type { Order } from '../contract'
import { checkoutStep, type CheckoutStep } from '../rules/checkout-step'

const ASK_AGAIN_MS = 2500

export const stepOf = (order: Order): CheckoutStep =>
  checkoutStep({
    status: order.status,
    expiresAt: Date.parse(order.expiresAt),
    now: Date.parse(order.serverNow),
    isPaymentUnderWay:
      order.payment !== null &&
      (order.payment.processingSince !== null || order.payment.status === 'approved'),
    isRefunded: order.refund !== null,
  })

/**
 * Milliseconds until the order may have changed by itself: the bank answers, or the expiry job returns the stock, which runs
 * some seconds after the hold ends. Until then the free stock leaves out what this order holds.
 */
export function askAgainIn(order: Order): number | false {
  const step = stepOf(order)
  if (step === 'pay') return Date.parse(order.expiresAt) - Date.parse(order.serverNow)
  return step === 'waiting' || order.status === 'reserved' ? ASK_AGAIN_MS : false
}

/** Seconds from reserving to the end of the hold: the whole of the thirty blocks. */
export const secondsHeld = (order: Order): number =>
  Math.round((Date.parse(order.expiresAt) - Date.parse(order.createdAt)) / 1000)

export const ticketsOf = (order: Order): number =>
  order.items.reduce((sum, { quantity }) => sum + quantity, 0)
