import { describe, expect, test } from 'vitest'
import { checkoutStep } from './checkout-step'

const order = {
  status: 'reserved',
  expiresAt: 1000,
  now: 0,
  isPaymentUnderWay: false,
  isRefunded: false,
} as const

describe('which screen an order shows', () => {
  test('T-05 a held order is paid for', () => {
    expect(checkoutStep(order)).toBe('pay')
  })

  test('a payment under way is waited for, even past the hold', () => {
    expect(checkoutStep({ ...order, isPaymentUnderWay: true })).toBe('waiting')
    expect(checkoutStep({ ...order, isPaymentUnderWay: true, now: 2000 })).toBe('waiting')
    expect(checkoutStep({ ...order, isPaymentUnderWay: true, status: 'expired' })).toBe('waiting')
  })

  test('the hold runs out on the second, before the job has seen it', () => {
    expect(checkoutStep({ ...order, now: 999 })).toBe('pay')
    expect(checkoutStep({ ...order, now: 1000 })).toBe('expired')
    expect(checkoutStep({ ...order, status: 'expired' })).toBe('expired')
  })

  test('ends stay ends', () => {
    expect(checkoutStep({ ...order, status: 'confirmed', isPaymentUnderWay: true, now: 2000 })).toBe('done')
    expect(checkoutStep({ ...order, status: 'refunded' })).toBe('refunded')
    expect(checkoutStep({ ...order, status: 'expired', isRefunded: true })).toBe('refunded')
    expect(checkoutStep({ ...order, status: 'cancelled' })).toBe('cancelled')
  })
})
