import { expect, test } from 'vitest'
import { canTransition, hasReceipt, ORDER_MOVES, ORDER_STATUSES } from './order-state'

test('a refunded order is final, and no status returns to reserved', () => {
  expect(ORDER_MOVES.refunded).toEqual([])
  for (const from of ORDER_STATUSES) expect(canTransition(from, 'reserved')).toBe(false)
})

test('a confirmed order never expires and can’t be cancelled', () => {
  expect(canTransition('confirmed', 'expired')).toBe(false)
  expect(canTransition('confirmed', 'cancelled')).toBe(false)
})

test('only a held order can be released', () => {
  expect(ORDER_STATUSES.filter((status) => canTransition(status, 'cancelled'))).toEqual(['reserved'])
})

test('every order that was paid has a receipt', () => {
  expect(ORDER_STATUSES.filter(hasReceipt)).toEqual(['confirmed', 'refunded'])
})
