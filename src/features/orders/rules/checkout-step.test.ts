import { describe, expect, test } from 'vitest'
import { checkoutStep } from './checkout-step'

const order = {
  status: 'reserved',
  expiresAt: 1000,
  now: 0,
  isPaymentInProgress: false,
  isRefunded: false,
} as const

describe('checkoutStep', () => {
  test('T-05 goes from payment to confirmation for a held order', () => {
    expect(checkoutStep(order)).toBe('pay')
  })

  test('keeps waiting for a pending payment after the hold has expired', () => {
    expect(checkoutStep({ ...order, isPaymentInProgress: true })).toBe('waiting')
    expect(checkoutStep({ ...order, isPaymentInProgress: true, now: 2000 })).toBe('waiting')
    expect(checkoutStep({ ...order, isPaymentInProgress: true, status: 'expired' })).toBe('waiting')
  })

  test('expires exactly when the hold ends, before the job has run', () => {
    expect(checkoutStep({ ...order, now: 999 })).toBe('pay')
    expect(checkoutStep({ ...order, now: 1000 })).toBe('expired')
    expect(checkoutStep({ ...order, status: 'expired' })).toBe('expired')
  })

  test('keeps final states', () => {
    expect(checkoutStep({ ...order, status: 'confirmed', isPaymentInProgress: true, now: 2000 })).toBe('done')
    expect(checkoutStep({ ...order, status: 'refunded' })).toBe('refunded')
    expect(checkoutStep({ ...order, status: 'expired', isRefunded: true })).toBe('refunded')
    expect(checkoutStep({ ...order, status: 'cancelled' })).toBe('cancelled')
  })
})
