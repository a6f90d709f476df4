import { describe, expect, test } from 'vitest'
import { getCheckoutStep } from './checkout-step'

const order = {
  status: 'reserved',
  expiresAt: 1000,
  now: 0,
  isPaymentInProgress: false,
  isRefunded: false,
} as const

describe('getCheckoutStep', () => {
  test('T-05 a held order goes from payment to confirmation', () => {
    expect(getCheckoutStep(order)).toBe('pay')
  })

  test('a pending payment keeps the checkout waiting after the hold has expired', () => {
    expect(getCheckoutStep({ ...order, isPaymentInProgress: true })).toBe('waiting')
    expect(getCheckoutStep({ ...order, isPaymentInProgress: true, now: 2000 })).toBe('waiting')
    expect(getCheckoutStep({ ...order, isPaymentInProgress: true, status: 'expired' })).toBe('waiting')
  })

  test('an order expires exactly when its hold ends, even before the job has run', () => {
    expect(getCheckoutStep({ ...order, now: 999 })).toBe('pay')
    expect(getCheckoutStep({ ...order, now: 1000 })).toBe('expired')
    expect(getCheckoutStep({ ...order, status: 'expired' })).toBe('expired')
  })

  test('an order in a final status keeps its screen, whatever the clock and the payment say', () => {
    expect(getCheckoutStep({ ...order, status: 'confirmed', isPaymentInProgress: true, now: 2000 })).toBe(
      'done',
    )
    expect(getCheckoutStep({ ...order, status: 'refunded' })).toBe('refunded')
    expect(getCheckoutStep({ ...order, status: 'expired', isRefunded: true })).toBe('refunded')
    expect(getCheckoutStep({ ...order, status: 'cancelled' })).toBe('cancelled')
  })
})
