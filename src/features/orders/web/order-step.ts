import { pluralize } from '~/lib/pluralize'
import type { Order } from '../contract'
import { getCheckoutStep, type CheckoutStep } from '../rules/checkout-step'
import { useCountdown } from '~/design/use-countdown'

const REFETCH_DELAY_MS = 2500

export const getStep = (order: Order): CheckoutStep =>
  getCheckoutStep({
    status: order.status,
    expiresAt: Date.parse(order.expiresAt),
    now: Date.parse(order.serverNow),
    isPaymentInProgress:
      order.payment !== null &&
      (order.payment.processingSince !== null || order.payment.status === 'approved'),
    isRefunded: order.refund !== null,
  })

/**
 * Returns in how many milliseconds to refetch an order that may change by itself: the bank answers, or the expiry job
 * releases the stock some seconds after the hold. Until then, the available stock excludes this order's tickets.
 */
export function getRefetchDelay(order: Order): number | false {
  const step = getStep(order)
  if (step === 'pay') return Date.parse(order.expiresAt) - Date.parse(order.serverNow)
  return step === 'waiting' || order.status === 'reserved' ? REFETCH_DELAY_MS : false
}

export const getHoldSeconds = (order: Order): number =>
  Math.round((Date.parse(order.expiresAt) - Date.parse(order.createdAt)) / 1000)

/** Returns whether the same tickets can be held again, and a message while the buyer has to wait. */
export function useHoldAgain(order: Order): { canHoldAgain: boolean; waitMessage: string | undefined } {
  const seconds = useCountdown(order.holdAgainAt ?? order.serverNow, order)
  const isInStock =
    order.items.length > 0 && order.items.every(({ quantity, remaining }) => remaining >= quantity)
  return {
    canHoldAgain: isInStock && seconds === 0,
    waitMessage:
      seconds === 0
        ? undefined
        : `You can hold tickets again in ${pluralize(Math.ceil(seconds / 60), 'minute')}.`,
  }
}

export const countTickets = (order: Order): number =>
  order.items.reduce((sum, { quantity }) => sum + quantity, 0)
